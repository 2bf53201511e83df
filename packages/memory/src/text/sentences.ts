export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Longer sentences are divided at a comma or a space, so that the cost of a pattern stays bounded. */
const MAX_SENTENCE = 400;
const ABBREVIATION =
  /(?:^|[^A-Za-z])(?:[A-Z]|mr|mrs|ms|dr|prof|st|vs|etc|e\.g|i\.e|approx|inc|ltd|a\.m|p\.m|u\.s|u\.k)$/i;
const CLOSING = /["'”’)\]」』）》]/;
const EMOJI = /\p{Extended_Pictographic}/u;
const WORD_TAIL = 12;

/** Sentences of a text as spans without outer white space; Chinese and Latin full stops, line breaks, lists. */
export function sentenceSpans(text: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const end = sentenceEnd(text, at);
    if (end === null) continue;
    push(spans, text, { start, end });
    start = end;
    at = end - 1;
  }
  push(spans, text, { start, end: text.length });
  return spans.flatMap((span) => divide(text, span));
}

/** Clauses of a sentence, divided at commas, semicolons and dashes. */
export function clauseSpans(text: string, span: Span): Span[] {
  const spans: Span[] = [];
  let start = span.start;
  for (const match of text.slice(span.start, span.end).matchAll(/[,，;；](?!\d)|\s[-–—]+\s|—/g)) {
    push(spans, text, { start, end: span.start + match.index });
    start = span.start + match.index + match[0].length;
  }
  push(spans, text, { start, end: span.end });
  return spans;
}

function push(spans: Span[], text: string, span: Span): void {
  let { start, end } = span;
  while (start < end && /\s/.test(text.charAt(start))) start += 1;
  while (end > start && /\s/.test(text.charAt(end - 1))) end -= 1;
  if (end > start) spans.push({ start, end });
}

/** Where the sentence ends if the character at `at` ends it, closing marks and repeated stops included. */
function sentenceEnd(text: string, at: number): number | null {
  const char = text.charAt(at);
  if (char === '\n') return at + 1;
  if (/[。！？；]/.test(char)) return afterMarks(text, at + 1);
  if (/[!?…]/.test(char)) return afterMarks(text, at + 1);
  if (char !== '.') return afterEmoji(text, at);
  const end = afterMarks(text, at + 1);
  const next = text.charAt(end);
  if (next !== '' && !/\s/.test(next) && !isWide(next)) return null;
  return isAbbreviation(text, at) && next !== '' && next !== '\n' ? null : end;
}

/** An emoji before a capital letter closes a sentence: people leave out the stop there. */
function afterEmoji(text: string, at: number): number | null {
  const code = text.codePointAt(at) ?? 0;
  if (code < 0x2600 || !EMOJI.test(String.fromCodePoint(code))) return null;
  const end = at + String.fromCodePoint(code).length;
  return /^[\ufe0f\u200d]?\s+[A-Z]/.test(text.slice(end, end + 4)) ? end : null;
}

function isAbbreviation(text: string, at: number): boolean {
  return ABBREVIATION.test(text.slice(Math.max(0, at - WORD_TAIL), at));
}

function isWide(char: string): boolean {
  return char > '\u2e7f' || EMOJI.test(char);
}

function afterMarks(text: string, from: number): number {
  let at = from;
  while (at < text.length && (/[.!?。！？…]/.test(text.charAt(at)) || CLOSING.test(text.charAt(at)))) at += 1;
  return at;
}

function divide(text: string, span: Span): Span[] {
  const spans: Span[] = [];
  let { start } = span;
  while (span.end - start > MAX_SENTENCE) {
    const end = start + breakPoint(text.slice(start, start + MAX_SENTENCE));
    push(spans, text, { start, end });
    start = end;
  }
  push(spans, text, { start, end: span.end });
  return spans;
}

function breakPoint(piece: string): number {
  for (const mark of [/[，,;；：:、](?=[^，,;；：:、]*$)/, /\s(?=\S*$)/]) {
    const at = piece.search(mark);
    if (at > MAX_SENTENCE / 3) return at + 1;
  }
  const last = piece.charCodeAt(piece.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? piece.length - 1 : piece.length;
}
