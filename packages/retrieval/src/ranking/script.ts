const LETTERS = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** The beginning of a chunk tells its script. UTF-16 units. */
const SAMPLE = 300;

type WritingSystem = 'alphabet' | 'unspaced' | 'unknown';

function isAsciiLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

/** Which writing system most of the text is in; a character of an unspaced script says as much as two letters. */
function writingSystemOf(text: string): WritingSystem {
  let letters = 0;
  let unspaced = 0;
  for (const character of text.slice(0, SAMPLE)) {
    const code = character.charCodeAt(0);
    // The bulk of all text, without the cost of a pattern.
    if (code < 0x80) letters += isAsciiLetter(code) ? 1 : 0;
    else if (code >= 0x4e00 && code <= 0x9fff) unspaced += 2;
    else if (LETTERS.test(character)) letters++;
    else if (UNSPACED.test(character)) unspaced += 2;
  }
  if (letters === unspaced) return 'unknown';
  return letters > unspaced ? 'alphabet' : 'unspaced';
}

/** How the writing of a chunk relates to that of the query. */
export type WritingPair = 'same' | 'across' | 'unknown';

/** Compares the writing systems of query and chunk, each chunk read once. */
export function writingPairs(
  query: string,
  candidates: readonly { readonly id: string; readonly text: string }[],
): ReadonlyMap<string, WritingPair> {
  const asked = writingSystemOf(query);
  return new Map(
    candidates.map(({ id, text }) => {
      const written = asked === 'unknown' ? asked : writingSystemOf(text);
      if (written === 'unknown') return [id, 'unknown'] as const;
      return [id, written === asked ? 'same' : 'across'] as const;
    }),
  );
}
