/** One line of a Markdown file as a reader would see it. */
export interface MarkdownLine {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  readonly kind: 'prose' | 'quote' | 'code';
  /** Language of a code block, lower case; null outside and where none is named. */
  readonly language: string | null;
}

interface Fence {
  readonly mark: string;
  readonly length: number;
  readonly language: string | null;
}

/** Splits into lines and tells code blocks and quotes from prose. A fence that is never closed runs to the end. */
export function markdownLines(text: string): MarkdownLine[] {
  let fence: Fence | null = null;
  return text.split(/\r\n|\r|\n/).map((line, index): MarkdownLine => {
    const number = index + 1;
    if (fence !== null) {
      const { language } = fence;
      if (closes(line, fence)) fence = null;
      return { number, text: line, kind: 'code', language };
    }
    fence = opening(line);
    if (fence !== null) return { number, text: line, kind: 'code', language: fence.language };
    const kind = /^[ \t]{0,3}>/.test(line) ? 'quote' : 'prose';
    return { number, text: line, kind, language: null };
  });
}

/** Code blocks may stand in lists and quotes, so any indent counts. */
function opening(line: string): Fence | null {
  const match = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}|~{3,})[ \t]*([^`]*)$/.exec(line);
  const mark = match?.[1];
  if (mark === undefined) return null;
  const language = /^\{?\.?([\w+#-]+)/.exec(match?.[2]?.trim() ?? '')?.[1] ?? null;
  return { mark: mark.charAt(0), length: mark.length, language: language?.toLowerCase() ?? null };
}

function closes(line: string, fence: Fence): boolean {
  const mark = /^[ \t>]*(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
  return mark !== undefined && mark.startsWith(fence.mark) && mark.length >= fence.length;
}

/** The line with its `code spans` blanked, at the same length. */
export function withoutCodeSpans(line: string): string {
  return line.replace(/(`+)(?!`)(.*?)(?<!`)\1(?!`)/g, (span) => ' '.repeat(span.length));
}
