import { injectedSpans } from '../injection/fence';
import { findSecrets, secretMark } from '../privacy/mask-secrets';
import type { FoundSecret } from '../privacy/secret-kinds';
import type { Span } from '../text/sentences';

/** A stored text made ready for reading by patterns. Every offset is an offset into the stored text. */
export interface ReadableText {
  readonly stored: string;
  /** Same length as the stored text: code, quotes and our own blocks are blank, secrets are one word. */
  readonly shadow: string;
  readonly secrets: readonly FoundSecret[];
  readonly hadInjection: boolean;
  readonly hadCode: boolean;
}

const CODE_BLOCK = /```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)/g;
const QUOTE_LINE = /^[ \t]{0,3}>.*$/gm;
const CODE_LINE =
  /^(?:[ \t]*(?:import |from .{1,60} import |const |let |var |def |class |function |return\b|if \(|for \(|while \(|#include|@\w+$|<\/?[a-zA-Z]|\$ |>>> |at \w.*\(|\+\+\+ |--- |@@ |\{|\}|\[|\]).*|.*[;{}][ \t]*|[ \t]{4,}\S.*|.*\b(?:ERROR|WARN|INFO|DEBUG|TRACE)\b.*|\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*)$/gm;

export function readableText(stored: string): ReadableText {
  const secrets = findSecrets(stored);
  const injected = injectedSpans(stored);
  let shadow = blank(stored, injected, ' ');
  shadow = blank(shadow, secrets, 'x');
  const code = [...spansOf(shadow, CODE_BLOCK), ...spansOf(shadow, QUOTE_LINE), ...codeLines(shadow)];
  shadow = blank(shadow, code, ' ');
  return { stored, shadow, secrets, hadInjection: injected.length > 0, hadCode: code.length > 0 };
}

/** The words of a span with its secrets replaced by their marks. */
export function maskedSlice(text: ReadableText, span: Span): string {
  let out = '';
  let from = span.start;
  for (const secret of text.secrets) {
    if (secret.end <= from || secret.start >= span.end) continue;
    out += text.stored.slice(from, Math.max(from, secret.start)) + secretMark(secret.kind);
    from = Math.min(span.end, secret.end);
  }
  return out + text.stored.slice(from, span.end);
}

/** Two lines in a row that look like code or a log; one alone may be a sentence that ends oddly. */
function codeLines(text: string): Span[] {
  const lines = spansOf(text, CODE_LINE);
  return lines.filter((line, at) => {
    const before = lines[at - 1];
    const after = lines[at + 1];
    return (before && line.start - before.end <= 2) || (after && after.start - line.end <= 2) || false;
  });
}

function spansOf(text: string, pattern: RegExp): Span[] {
  return [...text.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}

function blank(text: string, spans: readonly Span[], fill: string): string {
  if (spans.length === 0) return text;
  let out = '';
  let from = 0;
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    if (span.end <= from) continue;
    const start = Math.max(from, span.start);
    out += text.slice(from, start) + filled(text.slice(start, span.end), fill);
    from = span.end;
  }
  return out + text.slice(from);
}

/** Line breaks stay, so that blanked parts still end the sentence before them. */
function filled(piece: string, fill: string): string {
  return fill === ' ' ? piece.replace(/[^\n]/g, ' ') : fill.repeat(piece.length);
}
