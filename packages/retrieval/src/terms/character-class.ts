/** What a character is to the tokeniser. Classes are read from a table made once (64 KiB, about 20 ms). */
export const CharacterClass = {
  other: 0,
  letter: 1,
  digit: 2,
  /** Scripts written without spaces: Han, kana, hangul, Thai and its neighbours. */
  unspaced: 3,
  symbol: 4,
  pictograph: 5,
} as const;
export type CharacterClass = (typeof CharacterClass)[keyof typeof CharacterClass];

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}ー々〆]/u;
const LETTER = /[\p{L}\p{M}\p{Nl}]/u;
const DIGIT = /\p{Nd}/u;
const PICTOGRAPH = /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u;
const SYMBOL = /\p{S}/u;
/** ASCII punctuation that carries meaning in code and shell lines; sentence punctuation is not in it. */
const CODE_PUNCTUATION = new Set(['*', '&', '%', '@', '#', '/', '\\', '{', '}', '[', ']', '-', '_']);

function classify(character: string): CharacterClass {
  if (UNSPACED.test(character)) return CharacterClass.unspaced;
  if (DIGIT.test(character)) return CharacterClass.digit;
  if (LETTER.test(character)) return CharacterClass.letter;
  if (CODE_PUNCTUATION.has(character)) return CharacterClass.symbol;
  if (PICTOGRAPH.test(character) && character > '\u00ff') return CharacterClass.pictograph;
  return SYMBOL.test(character) ? CharacterClass.symbol : CharacterClass.other;
}

function buildTable(limit: number): Uint8Array {
  const table = new Uint8Array(limit);
  for (let code = 0; code < limit; code++) {
    if (code < 0xd800 || code > 0xdfff) table[code] = classify(String.fromCharCode(code));
  }
  return table;
}

let ascii: Uint8Array | undefined;
let basicPlane: Uint8Array | undefined;

/** Class of a code point. Lone surrogates are `other`. */
export function classOf(codePoint: number): number {
  if (codePoint < 0x80) return (ascii ??= buildTable(0x80))[codePoint] ?? 0;
  if (codePoint < 0x10000) return (basicPlane ??= buildTable(0x10000))[codePoint] ?? 0;
  if (codePoint >= 0x20000 && codePoint <= 0x3ffff) return CharacterClass.unspaced;
  return classify(String.fromCodePoint(codePoint));
}
