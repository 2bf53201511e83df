import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { linesOf, type FileLine } from './lines';

describe('the lines of a file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'memhub-lines-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const linesIn = async (content: string | Buffer, most?: number): Promise<FileLine[]> => {
    const file = path.join(folder, 'lines.jsonl');
    writeFileSync(file, content);
    const lines: FileLine[] = [];
    for await (const line of linesOf(file, most)) lines.push(line);
    return lines;
  };

  it('keep their numbers across blank lines, carriage returns and a byte order mark', async () => {
    expect(await linesIn('\ufeffa\r\n\r\n  \nb\n')).toEqual([
      { number: 1, text: 'a', isComplete: true },
      { number: 4, text: 'b', isComplete: true },
    ]);
  });

  it('are whole where characters and lines span the pieces in which the file is read', async () => {
    const long = '汉🥜'.repeat(700_000);
    const lines = await linesIn(`${long}\n{"b":1}\n${long}`);
    expect(lines.map(({ number, text, isComplete }) => [number, text?.length, isComplete])).toEqual([
      [1, long.length, true],
      [2, 7, true],
      [3, long.length, false],
    ]);
    expect(lines[0]?.text === long && lines[2]?.text === long).toBe(true);
  });

  it('are left out when they are too long, and those behind them are not', async () => {
    expect(await linesIn(`${'x'.repeat(50)}\nok\n`, 20)).toEqual([
      { number: 1, text: null, isComplete: true },
      { number: 2, text: 'ok', isComplete: true },
    ]);
  });

  it('are none in an empty file', async () => {
    expect(await linesIn('')).toEqual([]);
  });
});
