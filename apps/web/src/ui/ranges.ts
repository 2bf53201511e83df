/** Part of a text, in UTF-16 units, end not included. */
export interface Range {
  start: number;
  end: number;
}

export interface Part {
  text: string;
  marked: boolean;
}

/** Cuts a text at ranges. Ranges may touch, overlap, be unsorted or reach outside; no character is lost or doubled. */
export function splitAt(text: string, ranges: readonly Range[]): Part[] {
  const parts: Part[] = [];
  let at = 0;
  const sorted = [...ranges].sort((a, b) => a.start - b.start || b.end - a.end);
  for (const range of sorted) {
    const start = Math.max(at, Math.min(range.start, text.length));
    const end = Math.min(range.end, text.length);
    if (end <= start) continue;
    if (start > at) parts.push({ text: text.slice(at, start), marked: false });
    const last = parts.at(-1);
    if (last?.marked === true && start === at) last.text += text.slice(start, end);
    else parts.push({ text: text.slice(start, end), marked: true });
    at = end;
  }
  if (at < text.length || parts.length === 0) parts.push({ text: text.slice(at), marked: false });
  return parts;
}

/** Where the terms stand in a text, without regard to case. */
export function findTerms(text: string, terms: readonly string[]): Range[] {
  const haystack = text.toLowerCase();
  if (haystack.length !== text.length) return []; // a letter that changes its length would shift every mark
  return terms
    .map((term) => term.toLowerCase())
    .filter((term) => term !== '')
    .flatMap((term) => {
      const found: Range[] = [];
      for (let at = haystack.indexOf(term); at >= 0; at = haystack.indexOf(term, at + term.length)) {
        found.push({ start: at, end: at + term.length });
      }
      return found;
    });
}

const HAN = /\p{Script=Han}/u;

/** `zh` for text with Chinese characters, so that fonts and voices fit; undefined says "as the page". */
export function languageOf(text: string): 'zh' | undefined {
  return HAN.test(text) ? 'zh' : undefined;
}
