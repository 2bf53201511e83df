/**
 * A text that is equal for two facts in the same words, whatever their case, width, spacing and punctuation.
 * Chinese stays: a key of Latin letters alone would make all Chinese facts equal. For tombstones and duplicates.
 */
export function factKey(content: string): string {
  return content
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\s+#.%-]/gu, ' ')
    .replace(/(?<!\d)[.-]|[.-](?!\d)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
