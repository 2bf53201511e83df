import fc from 'fast-check';
import { chunkText } from './chunk-text';

const pieces = fc.array(
  fc.constantFrom(
    'word ',
    '研究生命',
    '。',
    '. ',
    '\n\n',
    '，',
    '😀',
    '👨‍👩‍👧',
    'e\u0301',
    '3.14',
    '   ',
    '"Yes."',
    'averyveryverylongword',
  ),
  { maxLength: 120 },
);

describe('chunkText', () => {
  it('covers everything but white space, in order, within the limit', () => {
    fc.assert(
      fc.property(pieces, fc.integer({ min: 12, max: 80 }), (parts, maxCharacters) => {
        const text = parts.join('');
        const chunks = chunkText(text, { maxCharacters });
        let covered = 0;
        for (const chunk of chunks) {
          expect(text.slice(covered, chunk.start).trim()).toBe('');
          expect(text.slice(chunk.start, chunk.end)).toBe(chunk.text);
          expect(chunk.text.length).toBeLessThanOrEqual(maxCharacters);
          expect(chunk.text.trim()).not.toBe('');
          expect(chunk.text).not.toMatch(/\p{Surrogate}/u);
          covered = chunk.end;
        }
        expect(text.slice(covered).trim()).toBe('');
      }),
    );
  });

  it('divides between paragraphs, then between sentences of both languages', () => {
    const chunks = chunkText('One sentence here. Another one.\n\nA second paragraph.', { maxCharacters: 40 });
    expect(chunks.map(({ text }) => text)).toEqual([
      'One sentence here. Another one.',
      'A second paragraph.',
    ]);
    expect(
      chunkText('今天下雨了。我们在家里看书，很安静。', { maxCharacters: 12 }).map(({ text }) => text),
    ).toEqual(['今天下雨了。', '我们在家里看书，很安静。']);
    expect(chunkText('Version 3.14 is out now', { maxCharacters: 20 })[0]?.text).toBe('Version 3.14 is out');
  });

  it('has no chunk of an empty text and refuses a size that cannot hold a character', () => {
    expect(chunkText(' \n\t ', { maxCharacters: 10 })).toEqual([]);
    expect(() => chunkText('a', { maxCharacters: 0 })).toThrow(
      expect.objectContaining({ path: ['maxCharacters'] }),
    );
  });
});
