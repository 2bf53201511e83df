import { estimateTokens } from '@memory-hub/skills';
import fc from 'fast-check';
import { fitTokens } from './fit-tokens';

describe('fitting a text into a budget of tokens', () => {
  it('leaves a text that fits as it is', () => {
    expect(fitTokens('Deploy on Tuesdays.', 100)).toEqual({
      text: 'Deploy on Tuesdays.',
      tokens: 5,
      cutTokens: 0,
    });
  });

  it('says in the text what was cut', () => {
    const { text, cutTokens } = fitTokens('word '.repeat(400), 100);
    expect(text).toMatch(new RegExp(`\\[cut here: ${cutTokens} of 500 tokens did not fit\\]$`));
    expect(cutTokens).toBeGreaterThan(400);
  });

  it('gives nothing rather than a mark alone', () => {
    expect(fitTokens('word '.repeat(400), 10)).toEqual({ text: '', tokens: 0, cutTokens: 500 });
    expect(fitTokens('word', 0)).toEqual({ text: '', tokens: 0, cutTokens: 1 });
  });

  it('never exceeds the budget, is a beginning of the text, and splits no grapheme', () => {
    const graphemes = fc.constantFrom('a', ' ', '汉', '𠮷', '👩‍👩‍👧', 'e\u0301', '한', '\n', 'word ');
    fc.assert(
      fc.property(
        fc.array(graphemes, { maxLength: 400 }),
        fc.integer({ min: 0, max: 200 }),
        (parts, budget) => {
          const whole = parts.join('');
          const { text, tokens, cutTokens } = fitTokens(whole, budget);
          expect(tokens).toBe(estimateTokens(text));
          expect(tokens).toBeLessThanOrEqual(budget);
          if (cutTokens === 0) return expect(text).toBe(whole);
          const kept = text.replace(/\n\[cut here: \d+ of \d+ tokens did not fit\]$/, '');
          expect(whole.startsWith(kept)).toBe(true);
          const borders = new Set([...new Intl.Segmenter('und').segment(whole)].map(({ index }) => index));
          return expect(kept === '' || kept.length === whole.length || borders.has(kept.length)).toBe(true);
        },
      ),
    );
  });
});
