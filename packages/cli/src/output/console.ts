import type { Readable, Writable } from 'node:stream';
import { DomainError } from '@memory-hub/contracts';
import { terminalSafe } from './terminal-safe';

/** What a process gives a command: its environment and its streams. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
}

const PROGRESS_MS = 200;

/** Results on stdout, notes and progress on stderr. */
export class Console {
  /** Exit code of a command that ended by itself. */
  exitCode = 0;
  private progressAt = 0;
  private progressLength = 0;

  constructor(
    readonly around: Surroundings,
    readonly json: boolean,
  ) {
    // Whoever reads us may stop reading (`memhub search … | head`): that is no fault.
    around.stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }

  /** The result: one JSON object with `--json`, else the lines. */
  result(value: object, lines: readonly string[]): void {
    this.write(
      this.json
        ? `${JSON.stringify(value, null, 2)}\n`
        : lines.map((line) => `${terminalSafe(line)}\n`).join(''),
    );
  }

  write(text: string): void {
    this.around.stdout.write(text);
  }

  /** Something for the person in front, not for the program behind the pipe. */
  note(text: string): void {
    this.clearProgress();
    this.around.stderr.write(`${terminalSafe(text)}\n`);
  }

  /** A line that is replaced by the next one; on a terminal only. */
  progress(text: string): void {
    if (this.around.stderr.isTTY !== true || Date.now() - this.progressAt < PROGRESS_MS) return;
    this.clearProgress();
    this.progressAt = Date.now();
    this.progressLength = text.length;
    this.around.stderr.write(text);
  }

  clearProgress(): void {
    if (this.progressLength === 0) return;
    this.around.stderr.write(`\r${' '.repeat(this.progressLength)}\r`);
    this.progressLength = 0;
  }

  /** Says what is wrong and what to do. With `--json` the error is also the result. */
  complain(error: unknown): void {
    this.clearProgress();
    const { message, hint, path } = described(error);
    this.failed(error);
    const at = path.length === 0 ? '' : ` (${path.join('.')})`;
    this.note(`${message}${at}${hint === null ? '' : `\n${hint}`}`);
  }

  /** With `--json` the error is the result. */
  failed(error: unknown): void {
    if (this.json) this.write(`${JSON.stringify({ error: described(error) }, null, 2)}\n`);
  }

  /** Questions are asked where both ends are a terminal: the prompt is written to stdout. */
  get isInteractive(): boolean {
    return this.around.stdin.isTTY === true && this.around.stdout.isTTY === true && !this.json;
  }
}

function described(error: unknown): { code: string; message: string; hint: string | null; path: string[] } {
  if (error instanceof DomainError)
    return {
      code: error.code,
      message: error.message,
      hint: error.hint ?? null,
      path: error.path.map(String),
    };
  const message = error instanceof Error ? error.message : String(error);
  return {
    code: 'INTERNAL',
    message: `memhub failed: ${message}`,
    hint: 'This is a fault of memhub. Run `memhub doctor` and report what it says.',
    path: [],
  };
}
