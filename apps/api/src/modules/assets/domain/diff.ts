import { diffArrays, diffWordsWithSpace } from 'diff';
import { textOf } from './file-text';

export interface DiffSegment {
  readonly text: string;
  readonly changed: boolean;
}

export interface DiffLine {
  readonly kind: 'context' | 'added' | 'removed';
  readonly oldLine: number | null;
  readonly newLine: number | null;
  readonly segments: readonly DiffSegment[];
}

export interface Hunk {
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly DiffLine[];
}

export interface FileDiff {
  readonly path: string;
  readonly change: 'added' | 'removed' | 'changed';
  readonly binary: boolean;
  readonly tooLarge: boolean;
  readonly added: number;
  readonly removed: number;
  readonly hunks: readonly Hunk[];
}

interface Side {
  readonly path: string;
  readonly digest: string;
  readonly bytes: Uint8Array;
}

const CONTEXT_LINES = 3;
const MOST_LINES = 3_000;
const MOST_BYTES = 512 * 1024;
const MOST_WORD_CHARACTERS = 2_000;

/** Differences of two trees, by path. Word by word inside changed lines; binary and huge files are only named. */
export function diffFiles(before: readonly Side[], after: readonly Side[]): FileDiff[] {
  const old = new Map(before.map((file) => [file.path, file]));
  const fresh = new Map(after.map((file) => [file.path, file]));
  const paths = [...new Set([...old.keys(), ...fresh.keys()])].sort();
  return paths.flatMap((path) => {
    const left = old.get(path);
    const right = fresh.get(path);
    return left?.digest === right?.digest ? [] : [diffFile(path, left, right)];
  });
}

function diffFile(path: string, left: Side | undefined, right: Side | undefined): FileDiff {
  const change = left === undefined ? 'added' : right === undefined ? 'removed' : 'changed';
  const a = left === undefined ? '' : textOf(left.bytes);
  const b = right === undefined ? '' : textOf(right.bytes);
  const nothing = { path, change, added: 0, removed: 0, hunks: [] } as const;
  if (a === null || b === null) return { ...nothing, binary: true, tooLarge: false };
  const oldLines = linesOf(a);
  const newLines = linesOf(b);
  if (a.length + b.length > MOST_BYTES || oldLines.length + newLines.length > 2 * MOST_LINES)
    return { ...nothing, binary: false, tooLarge: true };
  const lines = diffLines(oldLines, newLines);
  return {
    ...nothing,
    binary: false,
    tooLarge: false,
    added: lines.filter((line) => line.kind === 'added').length,
    removed: lines.filter((line) => line.kind === 'removed').length,
    hunks: hunksOf(lines),
  };
}

function diffLines(oldLines: readonly string[], newLines: readonly string[]): DiffLine[] {
  const lines: DiffLine[] = [];
  let oldLine = 1;
  let newLine = 1;
  const parts = diffArrays([...oldLines], [...newLines]);
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index];
    if (part === undefined) continue;
    const next = parts[index + 1];
    if (part.removed && next?.added === true) {
      const { removed, added } = pairLines(part.value, next.value);
      lines.push(
        ...removed.map((segments): DiffLine => ({
          kind: 'removed',
          oldLine: oldLine++,
          newLine: null,
          segments,
        })),
      );
      lines.push(
        ...added.map((segments): DiffLine => ({
          kind: 'added',
          oldLine: null,
          newLine: newLine++,
          segments,
        })),
      );
      index += 1;
    } else if (part.removed)
      lines.push(
        ...part.value.map((text): DiffLine => ({
          kind: 'removed',
          oldLine: oldLine++,
          newLine: null,
          segments: [{ text, changed: false }],
        })),
      );
    else if (part.added)
      lines.push(
        ...part.value.map((text): DiffLine => ({
          kind: 'added',
          oldLine: null,
          newLine: newLine++,
          segments: [{ text, changed: false }],
        })),
      );
    else
      lines.push(
        ...part.value.map((text): DiffLine => ({
          kind: 'context',
          oldLine: oldLine++,
          newLine: newLine++,
          segments: [{ text, changed: false }],
        })),
      );
  }
  return lines;
}

/** Lines that replace each other one to one are compared word by word. */
function pairLines(
  removed: readonly string[],
  added: readonly string[],
): { removed: DiffSegment[][]; added: DiffSegment[][] } {
  const left: DiffSegment[][] = [];
  const right: DiffSegment[][] = [];
  const pairs = Math.max(removed.length, added.length);
  for (let index = 0; index < pairs; index += 1) {
    const before = removed[index];
    const after = added[index];
    if (before !== undefined && after !== undefined && before.length + after.length <= MOST_WORD_CHARACTERS) {
      const parts = diffWordsWithSpace(before, after);
      left.push(
        parts.filter((part) => !part.added).map((part) => ({ text: part.value, changed: part.removed })),
      );
      right.push(
        parts.filter((part) => !part.removed).map((part) => ({ text: part.value, changed: part.added })),
      );
    } else {
      if (before !== undefined) left.push([{ text: before, changed: false }]);
      if (after !== undefined) right.push([{ text: after, changed: false }]);
    }
  }
  return { removed: left, added: right };
}

function hunksOf(lines: readonly DiffLine[]): Hunk[] {
  const keep = new Set<number>();
  lines.forEach((line, index) => {
    if (line.kind === 'context') return;
    for (let near = index - CONTEXT_LINES; near <= index + CONTEXT_LINES; near += 1) keep.add(near);
  });
  const hunks: { oldStart: number; newStart: number; lines: DiffLine[] }[] = [];
  let open = false;
  let oldNext = 1;
  let newNext = 1;
  lines.forEach((line, index) => {
    if (keep.has(index)) {
      if (!open) hunks.push({ oldStart: oldNext, newStart: newNext, lines: [] });
      hunks.at(-1)?.lines.push(line);
    }
    open = keep.has(index);
    if (line.oldLine !== null) oldNext = line.oldLine + 1;
    if (line.newLine !== null) newNext = line.newLine + 1;
  });
  return hunks;
}

function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
