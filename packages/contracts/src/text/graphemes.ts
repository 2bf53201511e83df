const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** The segmenter is super-linear on long texts, so it only ever sees a window around the place of the cut. */
const WINDOW = 64;
const LONGEST_LOOK_BACK = 1024;
/** After these a new grapheme begins for certain, whatever comes before: letters, digits and Han without marks. */
const PLAIN = /[\u0020-\u007e\u4e00-\u9fff]/;

function isInsidePair(text: string, at: number): boolean {
  const low = text.charCodeAt(at);
  const high = text.charCodeAt(at - 1);
  return low >= 0xdc00 && low <= 0xdfff && high >= 0xd800 && high <= 0xdbff;
}

/** A place before `at` where a grapheme surely begins, or a code point border if there is none within reach. */
function safeStart(text: string, at: number): number {
  const furthest = Math.max(0, at - LONGEST_LOOK_BACK);
  for (let start = Math.max(0, at - WINDOW); start > furthest; start--)
    if (PLAIN.test(text.charAt(start))) return start;
  return furthest > 0 && isInsidePair(text, furthest) ? furthest - 1 : furthest;
}

/** Widest grapheme border ≤ `at`, in UTF-16 units; within one endless grapheme, the code point border. */
export function graphemeBorderBefore(text: string, at: number): number {
  if (at <= 0) return 0;
  if (at >= text.length) return text.length;
  const start = safeStart(text, at);
  let border = start;
  for (const { index } of segmenter.segment(text.slice(start, at + WINDOW))) {
    if (start + index > at) break;
    border = start + index;
  }
  if (border > start || start === 0 || PLAIN.test(text.charAt(start))) return border;
  return isInsidePair(text, at) ? at - 1 : at;
}

/** Narrowest grapheme border ≥ `at`; past an endless grapheme, the code point border. */
export function graphemeBorderAfter(text: string, at: number): number {
  const before = graphemeBorderBefore(text, at);
  if (before === at || at >= text.length) return before;
  const [grapheme] = segmenter.segment(text.slice(before, before + WINDOW + LONGEST_LOOK_BACK));
  return before + (grapheme?.segment.length ?? 0);
}

/**
 * The longest beginning of `text` with at most `max` UTF-16 units that ends on a grapheme border: never half a
 * surrogate pair, a base without its mark, or half an emoji. When the first grapheme alone is longer than `max`, it is
 * cut between code points.
 */
export function cutAtGrapheme(text: string, max: number): string {
  const limit = Number.isFinite(max) ? Math.max(0, Math.floor(max)) : max;
  if (text.length <= limit) return text;
  const border = graphemeBorderBefore(text, limit);
  if (border > 0) return text.slice(0, border);
  return text.slice(0, isInsidePair(text, limit) ? limit - 1 : limit);
}
