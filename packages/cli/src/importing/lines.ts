import { createReadStream } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

/** Characters of one line; longer ones (an image of tens of megabytes) are told and left out. */
export const LINE_CHARACTERS = 32 * 1024 * 1024;

export interface FileLine {
  /** Counted from 1. */
  readonly number: number;
  /** Null when it is too long to be read. */
  readonly text: string | null;
  /** False for a last line without an end: it may still be written. */
  readonly isComplete: boolean;
}

/** Lines of a file of any size, in constant memory. Blank lines are counted and not given. */
export async function* linesOf(file: string, most: number = LINE_CHARACTERS): AsyncGenerator<FileLine> {
  const decoder = new StringDecoder('utf8');
  const line = new OpenLine(most);
  let number = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    const parts = decoder.write(chunk as Buffer).split('\n');
    const rest = parts.pop() ?? '';
    for (const part of parts) {
      number += 1;
      const text = line.end(part);
      if (text !== '') yield { number, text, isComplete: true };
    }
    line.add(rest);
  }
  const last = line.end(decoder.end());
  if (last !== '') yield { number: number + 1, text: last, isComplete: false };
}

class OpenLine {
  private parts: string[] = [];
  private length = 0;

  constructor(private readonly most: number) {}

  add(text: string): void {
    this.length += text.length;
    if (this.length <= this.most && text !== '') this.parts.push(text);
    else if (this.length > this.most) this.parts = [];
  }

  /** The whole line without its end; null when it is too long. */
  end(text: string): string | null {
    this.add(text);
    const whole =
      this.length > this.most
        ? null
        : this.parts
            .join('')
            .replace(/^\ufeff/, '')
            .trim();
    this.parts = [];
    this.length = 0;
    return whole;
  }
}
