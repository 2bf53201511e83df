import { isInvisible } from './invisible';

/** Letters of other scripts that look like Latin ones (after Unicode confusables, the common few). */
const LOOK_ALIKE: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  х: 'x',
  у: 'y',
  і: 'i',
  ј: 'j',
  ѕ: 's',
  ԁ: 'd',
  һ: 'h',
  ԛ: 'q',
  ԝ: 'w',
  к: 'k',
  м: 'm',
  т: 't',
  в: 'b',
  н: 'h',
  α: 'a',
  ο: 'o',
  ν: 'v',
  ι: 'i',
  ρ: 'p',
  κ: 'k',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ε: 'e',
};
/** A text as a suspicious reader reads it, with the way back to the original. */
export interface PlainWords {
  readonly text: string;
  /** Offset in the original of a character of `text`. */
  originOf(offset: number): number;
}

/** Lower case, wide and look-alike letters folded, invisible characters left out, line ends as spaces. */
export function plainWords(original: string): PlainWords {
  if (/^[\0-\x7f]*$/.test(original))
    return { text: original.toLowerCase().replace(/[\n\r\t]/g, ' '), originOf: (at) => at };
  const parts: string[] = [];
  const origins: number[] = [];
  let offset = 0;
  for (const char of original) {
    const plain = plainCharacter(char);
    for (let at = 0; at < plain.length; at += 1) origins.push(offset);
    parts.push(plain);
    offset += char.length;
  }
  return { text: parts.join(''), originOf: (at) => origins[at] ?? original.length };
}

function plainCharacter(char: string): string {
  if (char <= '\x7f') return char === '\n' || char === '\r' || char === '\t' ? ' ' : char.toLowerCase();
  if (isInvisible(char)) return '';
  const folded = char.normalize('NFKC').toLowerCase();
  return LOOK_ALIKE[folded] ?? folded;
}
