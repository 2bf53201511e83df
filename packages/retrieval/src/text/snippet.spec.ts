import fc from 'fast-check';
import { queryTerms } from '../terms/query-terms';
import { snippet } from './snippet';

const filler = 'Nothing of interest happens in this sentence. '.repeat(400);
function shownHighlights(text: string, query: string, max: number): string[] {
  const shown = snippet(text, { terms: queryTerms(query).map(({ term }) => term) }, max);
  return shown.highlights.map(({ start, end }) => shown.text.slice(start, end));
}

describe('snippet', () => {
  it('shows the part of a long text that matches best', () => {
    const text = `${filler}The adoption agency called Caroline yesterday. ${filler}`;
    const shown = snippet(text, { terms: ['adopt', 'agenc', 'caroline'] }, 160);
    expect(shown.text).toContain('The adoption agency called Caroline');
    expect(shown).toMatchObject({ cutStart: true, cutEnd: true });
    expect(shown.text.length).toBeLessThanOrEqual(160);
  });

  it('marks stems, identifiers and Chinese words where they stand in the original', () => {
    expect(shownHighlights('They were running in circles', 'run', 100)).toEqual(['running']);
    expect(shownHighlights('今天玩成語接龍游戏', '成语接龙', 100)).toEqual(['成語接龍']);
    expect(shownHighlights('call getUserId twice', 'user id', 100)).toEqual(['UserId']);
  });

  it('marks phrases of signs as well', () => {
    const shown = snippet('use a => b here', { phrases: ['=> B'] }, 100);
    expect(shown.highlights.map(({ start, end }) => shown.text.slice(start, end))).toEqual(['=> b']);
  });

  it('is the beginning when nothing matches, and all of a short text', () => {
    expect(snippet(filler, { terms: ['zebra'] }, 50)).toMatchObject({
      cutStart: false,
      cutEnd: true,
      highlights: [],
    });
    expect(snippet('short', {}, 50)).toEqual({
      text: 'short',
      highlights: [],
      cutStart: false,
      cutEnd: false,
    });
  });

  it('never breaks a character, and its highlights lie apart, in order, inside', () => {
    const parts = fc.array(
      fc.constantFrom('word ', '研究', '😀', '👨‍👩‍👧', 'e\u0301', '生命科学', '. ', '。', 'ﬁt ', '🇨🇳'),
      { maxLength: 150 },
    );
    fc.assert(
      fc.property(parts, fc.integer({ min: 1, max: 90 }), (pieces, max) => {
        const text = pieces.join('');
        const shown = snippet(text, { terms: ['word', '生命', '研', 'fit', '😀'], phrases: ['科学'] }, max);
        expect(text).toContain(shown.text);
        expect(shown.text).not.toMatch(/\p{Surrogate}/u);
        expect(shown.text).not.toMatch(/^(?:\u0301|\u200d|\ufe0f)/);
        let last = -1;
        for (const { start, end } of shown.highlights) {
          expect(start).toBeGreaterThan(last);
          expect(end).toBeGreaterThan(start);
          expect(shown.text.slice(start, end)).not.toMatch(/\p{Surrogate}/u);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(shown.text.length);
      }),
    );
  });

  it('finds its place in a megabyte', () => {
    const text = `${'研究生命科学，'.repeat(70_000)}成语接龙${'再见。'.repeat(100_000)}`;
    expect(snippet(text, { terms: ['成语', '接龙'] }, 200).text).toContain('成语接龙');
  });
});
