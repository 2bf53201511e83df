import type { SkillFile } from '../folder/skill-file';
import { markdownLines } from '../markdown/markdown-lines';
import { LineIndex } from '../reading/lines';
import { isExecutableLanguage, isSlashLanguage, kindOf, type FileKind } from './file-kind';

/** A place in a text, as offsets. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * How the words at a place act: what a machine or an agent runs, what is said to the agent, what is shown as an
 * example, and what a reader of the rendered page does not see.
 */
export type Context = 'executable' | 'prose' | 'quoted' | 'hidden';

/** One text file, ready to be searched. */
export interface Source {
  readonly path: string;
  readonly kind: FileKind;
  readonly text: string;
  readonly lines: LineIndex;
  contextAt(offset: number): Context;
  /** Secrets found in it; never shown. */
  readonly secrets: readonly Range[];
}

export interface SourceInput {
  readonly file: SkillFile;
  readonly text: string;
  readonly secrets: readonly Range[];
}

export function readSource({ file, text, secrets }: SourceInput): Source {
  const lines = new LineIndex(text);
  const kind = kindOf(file.path, text);
  const contextAt =
    kind === 'markdown' ? markdownContexts(text, lines) : plainContexts({ path: file.path, kind }, lines);
  return { path: file.path, kind, text, lines, contextAt, secrets };
}

function markdownContexts(text: string, lines: LineIndex): Source['contextAt'] {
  const markdown = markdownLines(text);
  const byLine = markdown.map(({ kind, language }): Context => {
    if (kind === 'code') return isExecutableLanguage(language) ? 'executable' : 'quoted';
    return kind === 'quote' ? 'quoted' : 'prose';
  });
  const hidden = commentRanges(text).filter(({ start }) => byLine[lines.lineAt(start) - 1] === 'prose');
  return (offset) => {
    if (isInside(hidden, offset)) return 'hidden';
    const line = lines.lineAt(offset);
    const before = lines.textOf(line).slice(0, offset - lines.startOf(line));
    const context = byLine[line - 1] ?? 'prose';
    if (context === 'prose') return isInCodeSpan(lines.textOf(line), before.length) ? 'quoted' : 'prose';
    const style = isSlashLanguage(markdown[line - 1]?.language ?? '') ? 'slashes' : 'hash';
    return context === 'executable' && isComment(before, style) ? 'quoted' : context;
  };
}

function plainContexts({ path, kind }: Pick<Source, 'path' | 'kind'>, lines: LineIndex): Source['contextAt'] {
  if (kind === 'text') return () => 'prose';
  const style = isSlashLanguage(path.slice(path.lastIndexOf('.') + 1)) ? 'slashes' : 'hash';
  return (offset) => {
    const line = lines.lineAt(offset);
    return isComment(lines.textOf(line).slice(0, offset - lines.startOf(line)), style)
      ? 'quoted'
      : 'executable';
  };
}

/** Whether what follows on the line is a comment: a mark at its start or after a space, outside quotes. */
function isComment(before: string, style: 'hash' | 'slashes'): boolean {
  const mark = style === 'hash' ? /(?:^|[ \t])#(?!!)|^[ \t]*rem[ \t]/i : /(?:^|[ \t])\/\/|^[ \t]*\*/;
  const at = before.slice(0, 1_000).search(mark);
  return at >= 0 && [`"`, `'`, '`'].every((quote) => before.slice(0, at).split(quote).length % 2 === 1);
}

/** `<!-- … -->`, which a rendered page does not show; one that is never closed hides all that follows. */
function commentRanges(text: string): Range[] {
  const ranges: Range[] = [];
  for (let start = text.indexOf('<!--'); start >= 0;) {
    const close = text.indexOf('-->', start + 4);
    const end = close < 0 ? text.length : close + 3;
    ranges.push({ start, end });
    start = text.indexOf('<!--', end);
  }
  return ranges;
}

function isInside(ranges: readonly Range[], offset: number): boolean {
  let [low, high] = [0, ranges.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (range === undefined) return false;
    if (offset < range.start) high = middle - 1;
    else if (offset >= range.end) low = middle + 1;
    else return true;
  }
  return false;
}

/** Whether an odd number of backticks stands before the place; good enough for one line. */
function isInCodeSpan(line: string, column: number): boolean {
  const before = line.slice(Math.max(0, column - 500), column).match(/`+/g)?.length ?? 0;
  return before % 2 === 1 && line.slice(column, column + 500).includes('`');
}
