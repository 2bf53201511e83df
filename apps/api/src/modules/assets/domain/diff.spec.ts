import { digestOf } from '@memory-hub/contracts';
import fc from 'fast-check';
import { diffFiles, type FileDiff } from './diff';

const side = (path: string, content: string | Uint8Array) => ({
  path,
  bytes: typeof content === 'string' ? Buffer.from(content) : content,
  digest: digestOf(content),
});
const only = (diffs: readonly FileDiff[]): FileDiff => {
  const [diff, other] = diffs;
  if (diff === undefined || other !== undefined) throw new Error(`expected one file, got ${diffs.length}`);
  return diff;
};

describe('diffFiles', () => {
  it('tells what happened to each file and leaves out equal ones', () => {
    const diffs = diffFiles(
      [side('same', 'a'), side('gone', 'a\nb'), side('changed', 'a')],
      [side('same', 'a'), side('new', 'x\n'), side('changed', 'b')],
    );
    expect(diffs.map(({ path, change, added, removed }) => [path, change, added, removed])).toEqual([
      ['changed', 'changed', 1, 1],
      ['gone', 'removed', 0, 2],
      ['new', 'added', 1, 0],
    ]);
  });

  it('marks the changed words of a line', () => {
    const [hunk] = only(
      diffFiles([side('a', 'read the report aloud')], [side('a', 'read the letter aloud')]),
    ).hunks;
    expect(
      hunk?.lines.map(({ kind, segments }) => [
        kind,
        segments.filter(({ changed }) => changed).map(({ text }) => text),
      ]),
    ).toEqual([
      ['removed', ['report']],
      ['added', ['letter']],
    ]);
  });

  it('names binary and huge files without comparing them', () => {
    expect(only(diffFiles([side('a', Buffer.from([0, 1]))], [side('a', Buffer.from([0, 2]))]))).toMatchObject(
      { binary: true, tooLarge: false, hunks: [] },
    );
    expect(only(diffFiles([], [side('a', 'x\n'.repeat(10_000))]))).toMatchObject({
      binary: false,
      tooLarge: true,
      hunks: [],
    });
  });

  it('numbers lines so that the text of either side can be read off', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', '长句子', ''), { maxLength: 30 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const text = (all: readonly string[]) => all.map((line) => `${line}\n`).join('');
        fc.pre(text(before) !== text(after));
        const { hunks, added, removed } = only(
          diffFiles([side('f', text(before))], [side('f', text(after))]),
        );
        const told = hunks.flatMap((hunk) => hunk.lines);
        for (const { oldLine, newLine, segments } of told) {
          const line = segments.map((segment) => segment.text).join('');
          if (oldLine !== null) expect(before[oldLine - 1]).toBe(line);
          if (newLine !== null) expect(after[newLine - 1]).toBe(line);
        }
        expect(after.length - before.length).toBe(added - removed);
        for (const { oldStart, newStart, lines: shown } of hunks) {
          const firstOld = shown.find(({ oldLine }) => oldLine !== null)?.oldLine;
          const firstNew = shown.find(({ newLine }) => newLine !== null)?.newLine;
          if (firstOld != null) expect(firstOld).toBe(oldStart);
          if (firstNew != null) expect(firstNew).toBe(newStart);
        }
      }),
    );
  });
});
