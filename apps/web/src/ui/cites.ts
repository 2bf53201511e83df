import type { Range } from './ranges';

/** A stretch of a persona: its words, or the names of the scenes that they rest on. */
interface CitedPart {
  text: string;
  /** Offsets in `text`, in UTF-16 units. */
  ranges: Range[];
  cite: boolean;
}

const CITE = /\s?\[\[([^[\]\n]*)(?:\]\]|\]?…?$)/g;

/**
 * Cuts a persona at its citations, `[[Title, Title]]`, and drops the signs around them; a citation that is cut off at
 * the end of a snippet is one too. The ranges follow the words they mark.
 */
export function splitAtCites(text: string, ranges: readonly Range[] = []): CitedPart[] {
  const parts: CitedPart[] = [];
  const add = (start: number, end: number, cite: boolean) => {
    if (start < end) parts.push({ text: text.slice(start, end), ranges: within(ranges, start, end), cite });
  };
  let at = 0;
  for (const match of text.matchAll(CITE)) {
    const [whole, names = ''] = match;
    const start = match.index + whole.indexOf('[[') + 2;
    add(at, match.index, false);
    add(start, start + names.length, true);
    at = match.index + whole.length;
  }
  add(at, text.length, false);
  return parts;
}

function within(ranges: readonly Range[], start: number, end: number): Range[] {
  return ranges
    .map((range) => ({ start: Math.max(range.start, start) - start, end: Math.min(range.end, end) - start }))
    .filter((range) => range.start < range.end);
}
