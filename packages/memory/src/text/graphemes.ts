const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Longest grapheme looked back for; a longer cluster is cut at a code point instead. */
const LOOK_BACK = 64;

/** The end of the longest prefix of at most `limit` UTF-16 units that splits no grapheme cluster. */
export function graphemeBorder(text: string, limit: number): number {
  if (text.length <= limit) return text.length;
  if (limit <= 0) return 0;
  const from = codePointBorder(text, Math.max(0, limit - LOOK_BACK));
  let border = from;
  for (const part of SEGMENTER.segment(text.slice(from, limit + LOOK_BACK))) {
    const end = from + part.index + part.segment.length;
    if (end > limit) break;
    border = end;
  }
  return border > from || from === 0 ? border : codePointBorder(text, limit);
}

/** The text within `limit` UTF-16 units, ending in `mark` when something was cut away. */
export function cutText(text: string, limit: number, mark = '…'): { text: string; cut: boolean } {
  if (text.length <= limit) return { text, cut: false };
  const room = limit - mark.length;
  if (room <= 0) return { text: mark.slice(0, Math.max(0, limit)), cut: true };
  return { text: text.slice(0, graphemeBorder(text, room)).trimEnd() + mark, cut: true };
}

function codePointBorder(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return at > 0 && unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}
