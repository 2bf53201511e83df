import { spellOut } from './invisible';
import type { Range, Source } from './source';

const MAX = 200;
const AROUND = 80;

/** The words around a place, on its line: secrets masked, invisible characters spelled out, never half a character. */
export function excerptAt(source: Source, { start, end }: Range): string {
  const line = source.lines.lineAt(start);
  const lineStart = source.lines.startOf(line);
  const lineEnd = lineStart + source.lines.textOf(line).length;
  const from = wholeFrom(source.text, Math.max(lineStart, start - AROUND));
  const to = wholeTo(source.text, Math.min(lineEnd, Math.max(end, start) + AROUND, start + MAX));
  const masked = maskRanges(source.text, source.secrets, { start: from, end: to });
  const shown = spellOut(masked).trim();
  const cut = Array.from(shown).slice(0, MAX).join('');
  return `${from > lineStart ? '…' : ''}${cut}${to < lineEnd || cut.length < shown.length ? '…' : ''}`;
}

function maskRanges(text: string, secrets: readonly Range[], window: Range): string {
  let shown = '';
  let at = window.start;
  for (const secret of secrets) {
    if (secret.end <= at || secret.start >= window.end) continue;
    shown += `${text.slice(at, Math.max(at, secret.start))}[masked]`;
    at = secret.end;
  }
  return shown + text.slice(at, Math.max(at, window.end));
}

/** The start of the character at this offset, with its marks. */
function wholeFrom(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && offset - at < 16 && /[\udc00-\udfff\p{M}\u200d]/u.test(text.charAt(at))) at -= 1;
  return at;
}

/** The end of the character before this offset. */
function wholeTo(text: string, offset: number): number {
  const splits =
    /[\udc00-\udfff]/.test(text.charAt(offset)) && /[\ud800-\udbff]/.test(text.charAt(offset - 1));
  return splits ? offset - 1 : offset;
}
