import { cutText } from '../text/graphemes';

export const FENCE_KINDS = ['recall', 'profile', 'role'] as const;
export type FenceKind = (typeof FENCE_KINDS)[number];

const TAG = 'memory-hub-data';
const CLOSE = `</${TAG}>`;
const OPEN = new RegExp(`<${TAG} kind="(?:${FENCE_KINDS.join('|')})">`, 'g');
/** Characters that are not seen but change what is read: zero width, direction, tag characters. */
const INVISIBLE =
  /(?<!\p{Extended_Pictographic}\ufe0f?)\u200d|[\u00ad\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|\u{e0001}|[\u{e0020}-\u{e007f}]/gu;
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
/** Closing marks of any tag, chat-template marks, and our own tag in any spelling. */
const CLOSING = /[<＜](?=\s{0,8}[/／|｜]|\s{0,8}memory[-_\s]{0,4}hub)/gi;

/** The text in our marks, as data. Nothing inside it can end the block or hide from the reader. */
export function fence(kind: FenceKind, text: string): string {
  return `<${TAG} kind="${kind}">\n${neutralise(text)}\n${CLOSE}`;
}

/** Length that `fence` adds around its text. */
export function fenceLength(kind: FenceKind): number {
  return fence(kind, '').length;
}

/** Makes closing marks and invisible characters harmless; what is left reads the same. */
export function neutralise(text: string): string {
  return visible(text).replace(CLOSING, '‹');
}

/** One line of plain text: line breaks cannot fake a further entry of a list. */
export function oneLine(text: string): string {
  return neutralise(text).replace(/\s+/g, ' ').trim();
}

/** The text without the blocks that this product put in front of it, so that it never remembers itself. */
export function cutInjected(text: string): string {
  const spans = injectedSpans(text);
  if (spans.length === 0) return text;
  let kept = '';
  let from = 0;
  for (const span of spans) {
    kept += text.slice(from, span.start);
    from = span.end;
  }
  return (kept + text.slice(from)).trim();
}

/** Places of our own blocks; a block whose end is missing reaches to the end of the text. */
export function injectedSpans(text: string): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = [];
  let from = 0;
  for (const open of text.matchAll(OPEN)) {
    if (open.index < from) continue;
    const close = text.indexOf(CLOSE, open.index);
    const end = close < 0 ? text.length : close + CLOSE.length;
    spans.push({ start: open.index, end });
    from = end;
  }
  return spans;
}

/** Cuts neutralised text; the mark shows that something is missing. */
export function cutLine(text: string, limit: number): { text: string; cut: boolean } {
  return cutText(oneLine(text), limit, ' […]');
}

function visible(text: string): string {
  return text.replace(INVISIBLE, '').replace(CONTROL, ' ');
}
