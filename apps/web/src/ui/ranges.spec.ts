import fc from 'fast-check';
import { findTerms, languageOf, splitAt } from './ranges';

describe('marks on a text', () => {
  it('mark exactly the given parts', () => {
    expect(splitAt('支付回调最多重试', [{ start: 2, end: 4 }])).toEqual([
      { text: '支付', marked: false },
      { text: '回调', marked: true },
      { text: '最多重试', marked: false },
    ]);
  });

  it('lose and double no character, whatever the ranges', () => {
    const range = fc.record({
      start: fc.integer({ min: -5, max: 60 }),
      end: fc.integer({ min: -5, max: 60 }),
    });
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.array(range), (text, ranges) => {
        const parts = splitAt(text, ranges);
        expect(parts.map((part) => part.text).join('')).toBe(text);
        const inside = (at: number) => ranges.some(({ start, end }) => start <= at && at < end);
        const marked = parts.flatMap((part) => Array<boolean>(part.text.length).fill(part.marked));
        expect(marked).toEqual(Array.from({ length: text.length }, (_, at) => inside(at)));
      }),
    );
  });

  it('are found without regard to case', () => {
    expect(findTerms('Replay webhooks: Webhook', ['webhook'])).toEqual([
      { start: 7, end: 14 },
      { start: 17, end: 24 },
    ]);
    expect(findTerms('anything', [''])).toEqual([]);
  });
});

describe('the language of a text', () => {
  it('is Chinese as soon as it has Chinese characters', () => {
    expect([languageOf('对，6 次'), languageOf('six times')]).toEqual(['zh', undefined]);
  });
});
