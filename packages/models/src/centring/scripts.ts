/** Scripts that the language means tell apart. `kana` stands for Japanese, whose Han letters count with it. */
export const SCRIPTS = ['latin', 'han', 'kana', 'hangul'] as const;
export type Script = (typeof SCRIPTS)[number];

/** First and last code point, sorted; letters only. */
const RANGES: readonly (readonly [first: number, last: number, script: Script])[] = [
  [0x41, 0x5a, 'latin'],
  [0x61, 0x7a, 'latin'],
  [0xc0, 0xd6, 'latin'],
  [0xd8, 0xf6, 'latin'],
  [0xf8, 0x24f, 'latin'],
  [0x1100, 0x11ff, 'hangul'],
  [0x1e00, 0x1eff, 'latin'],
  [0x3005, 0x3007, 'han'],
  [0x3041, 0x3096, 'kana'],
  [0x30a1, 0x30fa, 'kana'],
  [0x3131, 0x318e, 'hangul'],
  [0x31f0, 0x31ff, 'kana'],
  [0x3400, 0x4dbf, 'han'],
  [0x4e00, 0x9fff, 'han'],
  [0xac00, 0xd7a3, 'hangul'],
  [0xf900, 0xfaff, 'han'],
  [0xff21, 0xff3a, 'latin'],
  [0xff41, 0xff5a, 'latin'],
  [0xff66, 0xff9d, 'kana'],
  [0x20000, 0x323af, 'han'],
];

/** The embedder reads 512 pieces; letters after this are not in the vector. UTF-16 units. */
const MOST_UNITS = 4_096;

/**
 * The part that each script has in a text's letters; the sum is 1. One kana makes the text Japanese: its Han letters then count
 * as such. A text without letters of these scripts (a phone number, an emoji) is half Latin, half Han: taken as it is, it would
 * keep what all vectors have in common and be nearest to every other text without letters, whatever they say.
 */
export function scriptShares(text: string): Record<Script, number> {
  const counts: Record<Script, number> = { latin: 0, han: 0, kana: 0, hangul: 0 };
  for (const character of text.slice(0, MOST_UNITS)) {
    const script = scriptOf(character.codePointAt(0) ?? 0);
    if (script !== undefined) counts[script] += 1;
  }
  if (counts.kana > 0) {
    counts.kana += counts.han;
    counts.han = 0;
  }
  const letters = SCRIPTS.reduce((sum, script) => sum + counts[script], 0);
  if (letters === 0) return { latin: 0.5, han: 0.5, kana: 0, hangul: 0 };
  for (const script of SCRIPTS) counts[script] /= letters;
  return counts;
}

function scriptOf(code: number): Script | undefined {
  for (const [first, last, script] of RANGES) {
    if (code < first) return undefined;
    if (code <= last) return script;
  }
  return undefined;
}
