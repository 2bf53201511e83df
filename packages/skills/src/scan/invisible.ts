/*
 * Characters that a reader does not see. Unicode 17: tag characters U+E0000–E007F, variation selectors U+FE00–FE0F
 * and U+E0100–E01EF, joiners and spaces of no width, direction controls, fillers.
 */
const TAG_START = 0xe0000;
const TAG_END = 0xe007f;

export type InvisibleKind = 'tag' | 'selector' | 'direction' | 'zero-width' | 'control';

/** A run of invisible characters. */
export interface InvisibleRun {
  readonly kind: InvisibleKind;
  readonly start: number;
  readonly end: number;
  /** What the run says when it is decoded, null when it says nothing readable. */
  readonly decoded: string | null;
}

/** Soft hyphen, joiners, Hangul and Khmer fillers, Mongolian selectors, no-width and direction marks, … */
const INVISIBLE_RANGES: readonly (readonly [number, number])[] = [
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
];
/** All controls but tab, line ends and form feed. */
const CONTROL_RANGES: readonly (readonly [number, number])[] = [
  [0x0, 0x8],
  [0xb, 0xb],
  [0xe, 0x1f],
  [0x7f, 0x84],
  [0x86, 0x9f],
];
const INVISIBLE = new RegExp(`[${ranges(INVISIBLE_RANGES)}]+|[${ranges(CONTROL_RANGES)}]+`, 'gu');

function ranges(pairs: readonly (readonly [number, number])[]): string {
  return pairs.map(([from, to]) => `\\u{${from.toString(16)}}-\\u{${to.toString(16)}}`).join('');
}

/** Whether the character is one that a reader does not see. */
export function isInvisible(char: string): boolean {
  return char.search(INVISIBLE) === 0;
}

/** Runs of one kind that say nothing, and runs in all, beyond which more help nobody. */
const SAME_KIND = 20;
const ALL_RUNS = 100;

/**
 * Runs that have no business in a text; what emoji and scripts of the world need is left alone. At most 20 of a kind,
 * besides those that say something.
 */
export function findInvisible(text: string): InvisibleRun[] {
  const runs: InvisibleRun[] = [];
  const counts = new Map<InvisibleKind, number>();
  for (const match of text.matchAll(INVISIBLE)) {
    const [start, end] = [match.index, match.index + match[0].length];
    const kind = kindOfRun(match[0]);
    const count = counts.get(kind) ?? 0;
    const isLong = match[0].length > 2;
    if ((count >= SAME_KIND && !isLong) || isOrdinary(text, start, end)) continue;
    const decoded = isLong ? decode(match[0]) : null;
    counts.set(kind, count + 1);
    if (count < SAME_KIND || (decoded !== null && runs.length < ALL_RUNS))
      runs.push({ kind, start, end, decoded });
  }
  return runs;
}

/** The text with every invisible character as ‹U+XXXX›, but for those that emoji and scripts need. */
export function spellOut(text: string): string {
  return text.replace(INVISIBLE, (run: string, start: number) =>
    isOrdinary(text, start, start + run.length) ? run : Array.from(run, codePointName).join(''),
  );
}

function codePointName(char: string): string {
  return `‹U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`;
}

function kindOfRun(run: string): InvisibleKind {
  if (/[\u{e0000}-\u{e007f}]/u.test(run)) return 'tag';
  if (/[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u.test(run)) return 'selector';
  if (/[\u202a-\u202e\u2066-\u2069]/.test(run)) return 'direction';
  return /[\p{Cc}]/u.test(run) ? 'control' : 'zero-width';
}

/** England, Scotland and Wales: the only flags that are spelled in tag characters (RGI emoji tag sequences). */
const FLAGS = ['gbeng', 'gbsct', 'gbwls'].map(
  (region) =>
    Array.from(region, (char) => String.fromCodePoint(TAG_START + (char.codePointAt(0) ?? 0))).join('') +
    '\u{e007f}',
);
/** Scripts whose letters join by these characters. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Thai}\p{Script=Lao}\p{Script=Tibetan}]/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

function isOrdinary(text: string, start: number, end: number): boolean {
  const run = text.slice(start, end);
  const before = lastCharacter(text, start);
  const after = firstCharacter(text, end);
  if (FLAGS.includes(run)) return before === '\u{1f3f4}';
  if (/^[\ufe00-\ufe0f]$/.test(run)) return /[^\s\p{Cc}\p{Cf}]/u.test(before);
  if (/^[\u{e0100}-\u{e01ef}]$/u.test(run)) return /\p{Script=Han}/u.test(before);
  if (/^\ufe0f?\u200d$/.test(run) && isEmoji(before) && isEmoji(after)) return true;
  if (/^[\u200c\u200d]$/.test(run)) return JOINING.test(before);
  if (/^[\u180b-\u180f]$/.test(run)) return /\p{Script=Mongolian}/u.test(before);
  if (/^[\u200e\u200f\u061c]$/.test(run)) return RIGHT_TO_LEFT.test(before + after);
  if (/^[\u115f\u1160]$/.test(run)) return /\p{Script=Hangul}/u.test(before + after);
  return /^[\u034f\u17b4\u17b5]$/.test(run) && /\p{L}|\p{M}/u.test(before);
}

function isEmoji(char: string): boolean {
  return /[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u.test(char);
}

function lastCharacter(text: string, end: number): string {
  return /[\s\S]$/u.exec(text.slice(Math.max(0, end - 2), end))?.[0] ?? '';
}

function firstCharacter(text: string, start: number): string {
  return String.fromCodePoint(text.codePointAt(start) ?? 0x20);
}

/** Three known ways to write behind invisible characters: tags are ASCII, selectors are bytes, spaces are bits. */
function decode(run: string): string | null {
  const points = Array.from(run, (char) => char.codePointAt(0) ?? 0);
  return readable(fromTags(points)) ?? readable(fromSelectors(points)) ?? readable(fromBits(points));
}

function fromTags(points: readonly number[]): string {
  const tags = points.filter((point) => point > TAG_START + 0x1f && point < TAG_END);
  return String.fromCharCode(...tags.slice(0, 500).map((point) => point - TAG_START));
}

function fromSelectors(points: readonly number[]): string {
  const bytes = points.flatMap((point) => {
    if (point >= 0xfe00 && point <= 0xfe0f) return [point - 0xfe00];
    return point >= 0xe0100 && point <= 0xe01ef ? [point - 0xe0100 + 16] : [];
  });
  return Buffer.from(bytes.slice(0, 500)).toString('utf8');
}

/** Two characters of no width as 0 and 1, eight to a byte; which is which is tried both ways. */
function fromBits(points: readonly number[]): string {
  const kinds = [...new Set(points)];
  const [zero] = kinds;
  if (kinds.length !== 2 || zero === undefined || points.length < 16) return '';
  const bits = points
    .slice(0, 4_000)
    .map((point) => (point === zero ? '0' : '1'))
    .join('');
  const flipped = bits.replace(/[01]/g, (bit) => (bit === '0' ? '1' : '0'));
  return readable(bytesOf(bits)) ?? readable(bytesOf(flipped)) ?? '';
}

function bytesOf(bits: string): string {
  return Buffer.from((bits.match(/[01]{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))).toString('utf8');
}

/** At least two characters, all of them ones that a person would write. */
function readable(text: string): string | null {
  return text.length >= 2 && /^[\p{L}\p{N}\p{P}\p{S}\s]+$/u.test(text) && !text.includes('\ufffd')
    ? text
    : null;
}
