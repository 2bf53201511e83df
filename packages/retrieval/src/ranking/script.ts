const LETTERS = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** The beginning of a chunk tells its script. UTF-16 units. */
const SAMPLE = 300;

export type WritingSystem = 'alphabet' | 'unspaced' | 'unknown';

/** Which writing system most of the text is in; a character of an unspaced script says as much as two letters. */
export function writingSystemOf(text: string): WritingSystem {
  let letters = 0;
  let unspaced = 0;
  for (const character of text.slice(0, SAMPLE)) {
    if (LETTERS.test(character)) letters++;
    else if (UNSPACED.test(character)) unspaced += 2;
  }
  if (letters === unspaced) return 'unknown';
  return letters > unspaced ? 'alphabet' : 'unspaced';
}
