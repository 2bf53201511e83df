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

/**
 * Lower case, wide and look-alike letters folded, invisible characters left out. A line end is a space within a
 * paragraph, and a full stop before a blank line, a list, a heading or a table: no sentence goes on there.
 */
export function plainWords(original: string): PlainWords {
  const joined = original.replace(/\r\n|[\r\n\t]/g, (end, at: number) =>
    (end === '\t' ? ' ' : lineEnd(original, at + end.length)).padEnd(end.length),
  );
  if (/^[\0-\x7f]*$/.test(joined)) return { text: joined.toLowerCase(), originOf: (at) => at };
  const folded = new Map<string, string>();
  const parts: string[] = [];
  const origins: number[] = [];
  let offset = 0;
  for (const char of joined) {
    const plain = folded.get(char) ?? plainCharacter(char);
    folded.set(char, plain);
    for (let at = 0; at < plain.length; at += 1) origins.push(offset);
    parts.push(plain);
    offset += char.length;
  }
  return { text: parts.join(''), originOf: (at) => origins[at] ?? original.length };
}

function lineEnd(text: string, next: number): string {
  return /^[ \t>]{0,8}(?:[\r\n]|[-*+#|]|\d{1,3}[.)]|$)/.test(text.slice(next, next + 14)) ? '.' : ' ';
}

function plainCharacter(char: string): string {
  if (char <= '\x7f') return char.toLowerCase();
  if (isInvisible(char)) return '';
  const folded = char.normalize('NFKC').toLowerCase();
  return LOOK_ALIKE[folded] ?? folded;
}
