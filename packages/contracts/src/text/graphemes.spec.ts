import fc from 'fast-check';
import { cutAtGrapheme } from './graphemes';
import { wellFormed } from './well-formed';

const whole = new Intl.Segmenter('und', { granularity: 'grapheme' });
function borders(text: string): Set<number> {
  return new Set([...whole.segment(text)].map(({ index }) => index).concat(text.length));
}
const pieces = fc.array(
  fc.constantFrom(
    'a',
    '研',
    'e\u0301',
    '😀',
    '👨‍👩‍👧‍👦',
    '🇨🇳',
    '𠮷',
    '한',
    '\u1112\u1161\u11ab',
    'क्षि',
    '\r\n',
    ' ',
    '👍🏽',
    '7\ufe0f\u20e3',
  ),
  { maxLength: 60 },
);

describe('cutAtGrapheme', () => {
  it('cuts on grapheme borders, as late as it may', () => {
    fc.assert(
      fc.property(pieces, fc.nat(80), (parts, max) => {
        const text = parts.join('');
        const cut = cutAtGrapheme(text, max);
        const all = borders(text);
        expect(text.startsWith(cut)).toBe(true);
        expect(cut.length).toBeLessThanOrEqual(max);
        const best = Math.max(...[...all].filter((border) => border <= Math.max(0, max)));
        if (best > 0) expect(cut).toHaveLength(best);
        expect(cut).not.toMatch(/\p{Surrogate}/u);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps a short text, and cuts one endless grapheme between code points', () => {
    expect(cutAtGrapheme('Client prefers email 😀', 22)).toBe('Client prefers email ');
    expect(cutAtGrapheme('Client prefers email 😀', 23)).toBe('Client prefers email 😀');
    expect(cutAtGrapheme(`a${'\u0301'.repeat(5000)}`, 100)).toHaveLength(100);
    expect(cutAtGrapheme('😀', 1)).toBe('');
  });
});

describe('wellFormed', () => {
  it('replaces half surrogates and NUL one for one', () => {
    expect(wellFormed('a\ud800b\u0000c\udc00😀')).toEqual({ text: 'a\ufffdb\ufffdc\ufffd😀', replaced: 3 });
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('\ud83d', '\ude00', 'x', '\u0000', '研') }), (text) => {
        const clean = wellFormed(text);
        expect(clean.text).toHaveLength(text.length);
        expect(clean.text).not.toMatch(/\p{Surrogate}/u);
        expect(clean.text).not.toContain('\u0000');
        expect(wellFormed(clean.text)).toEqual({ text: clean.text, replaced: 0 });
      }),
    );
  });
});
