/** Finds ends of runs of one character class; each character is read once, however many starts are asked for. */
export class RunReader {
  private start = 0;
  private end = 0;

  constructor(
    private readonly text: string,
    private readonly body: RegExp,
  ) {}

  /** The first position at or after `from` whose character is not of the class. */
  endOf(from: number): number {
    if (from >= this.start && from < this.end) return this.end;
    let end = from;
    while (end < this.text.length && this.body.test(this.text.charAt(end))) end += 1;
    this.start = from;
    this.end = end;
    return end;
  }
}

/** Positions at which the words occur, without overlaps. */
export function* occurrences(text: string, words: string): Generator<number> {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length)) yield at;
}

export function isWordChar(char: string): boolean {
  return /[A-Za-z0-9_]/.test(char);
}
