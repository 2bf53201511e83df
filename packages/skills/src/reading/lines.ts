/** Positions of the lines of a text; CRLF, CR and LF end a line, as editors count them. */
export class LineIndex {
  private readonly starts: readonly number[];

  constructor(private readonly text: string) {
    const starts = [0];
    for (const end of text.matchAll(/\r\n|\r|\n/g)) starts.push(end.index + end[0].length);
    this.starts = starts;
  }

  get count(): number {
    return this.starts.length;
  }

  /** Line (from 1) of an offset. */
  lineAt(offset: number): number {
    let [low, high] = [0, this.starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? Infinity) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  /** Offset at which the line (from 1) starts. */
  startOf(line: number): number {
    return this.starts[line - 1] ?? this.text.length;
  }

  /** The line (from 1) without its end. */
  textOf(line: number): string {
    return this.text.slice(this.startOf(line), this.startOf(line + 1)).replace(/[\r\n]+$/, '');
  }
}
