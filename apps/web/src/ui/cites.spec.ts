import fc from 'fast-check';
import { splitAtCites } from './cites';

const plain = (text: string) => splitAtCites(text).map(({ text: part, cite }) => (cite ? `<${part}>` : part));

describe('the citations of a persona', () => {
  it('are told from its words and lose their signs', () => {
    expect(plain('Likes tea. [[Food and cooking]]\nWorks in 深圳。 [[同事, 工作]]')).toEqual([
      'Likes tea.',
      '<Food and cooking>',
      '\nWorks in 深圳。',
      '<同事, 工作>',
    ]);
  });

  it('are citations also where a snippet cuts them off', () => {
    expect(plain('Likes tea. [[Food and…')).toEqual(['Likes tea.', '<Food and…>']);
    expect(plain('Likes tea. [[Food]')).toEqual(['Likes tea.', '<Food>']);
  });

  it('leave single brackets alone', () => {
    expect(plain('an array [1] and [x]')).toEqual(['an array [1] and [x]']);
  });

  it('keep each mark on the words it was on', () => {
    const text = 'Likes tea. [[Green tea]]';
    const ranges = [
      { start: 6, end: 9 },
      { start: 19, end: 22 },
    ];
    const marked = splitAtCites(text, ranges).flatMap((part) =>
      part.ranges.map(({ start, end }) => part.text.slice(start, end)),
    );
    expect(marked).toEqual(['tea', 'tea']);
  });

  it('lose no word, whatever the text', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('[[', ']]', '[', ']', 'a', ' ', '\n', '…', '同')), (pieces) => {
        const letters = (value: string) => value.replace(/[[\]\s…]/g, '');
        const text = pieces.join('');
        const shown = splitAtCites(text).map((part) => part.text);
        expect(letters(shown.join(''))).toBe(letters(text));
      }),
    );
  });
});
