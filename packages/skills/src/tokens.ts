/**
 * Tokens that a language model will count, roughly: four characters of Latin script each, one for each Chinese,
 * Japanese or Korean character. Vendors' own rule of thumb; within some 20 % for prose, too low for dense code.
 */
export function estimateTokens(text: string): number {
  const wide =
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0;
  return Math.ceil(wide + (text.length - wide) / 4);
}
