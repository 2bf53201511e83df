import { graphemeBorderBefore, invalidInput } from '@memory-hub/contracts';

export interface TextChunk {
  readonly start: number;
  /** Exclusive, UTF-16 units. */
  readonly end: number;
  readonly text: string;
}

/** Share of a chunk that must be filled before a border of this strength is taken. */
const BORDERS = [
  { name: 'paragraph', filled: 0.4 },
  { name: 'sentence', filled: 0.4 },
  { name: 'clause', filled: 0.5 },
  { name: 'space', filled: 0.5 },
] as const;
type BorderName = (typeof BORDERS)[number]['name'];

const PATTERNS: Readonly<Record<BorderName, RegExp>> = {
  paragraph: /\n[^\S\n]*\n\s*|\n(?=#{1,6} |[-*] |\d+[.)] )/g,
  sentence: /[。！？!?…]+[”’"'」』）)\]]*\s*|\.[”’"')\]]*\s+|\n+/g,
  clause: /[，、；：,;:]\s*(?=\D)/g,
  space: /\s+/g,
};

function lastBorder(window: string, name: BorderName): number {
  let last = 0;
  for (const match of window.matchAll(PATTERNS[name])) last = match.index + match[0].length;
  return last;
}

function cutPlace(text: string, start: number, max: number): number {
  const window = text.slice(start, start + max);
  for (const { name, filled } of BORDERS) {
    const border = lastBorder(window, name);
    if (border >= max * filled && border > 0) return start + border;
  }
  const border = graphemeBorderBefore(text, start + max);
  if (border > start) return border;
  const low = text.charCodeAt(start + max);
  return start + (low >= 0xdc00 && low <= 0xdfff && max > 1 ? max - 1 : max);
}

/**
 * Divides a text into chunks of at most `maxCharacters` UTF-16 units (≥ 2), at the strongest border near the end of
 * each: paragraph, sentence (Chinese and English), clause, space, grapheme. Chunks are in order, do not overlap and
 * leave out nothing but white space. Linear in the length of the text.
 */
export function chunkText(text: string, { maxCharacters }: { readonly maxCharacters: number }): TextChunk[] {
  if (!Number.isInteger(maxCharacters) || maxCharacters < 2) {
    throw invalidInput(['maxCharacters'], 'A chunk needs a whole number of at least 2 characters.');
  }
  const chunks: TextChunk[] = [];
  let start = skipSpace(text, 0);
  while (start < text.length) {
    const end = text.length - start <= maxCharacters ? text.length : cutPlace(text, start, maxCharacters);
    const body = text.slice(start, end).trimEnd();
    if (body !== '') chunks.push({ start, end: start + body.length, text: body });
    start = skipSpace(text, end);
  }
  return chunks;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text.charAt(at))) at++;
  return at;
}
