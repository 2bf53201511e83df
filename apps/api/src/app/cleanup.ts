import type { Logger } from 'pino';

interface Step {
  readonly name: string;
  readonly stop: () => Promise<unknown>;
  readonly limitMs: number;
}

const LIMIT_MS = 15_000;

/** Things that were started, to be stopped in the opposite order. */
export class Cleanup {
  private readonly steps: Step[] = [];

  /** What does not end within its time is left behind, so that what stands under it is still stopped. */
  add(name: string, stop: () => Promise<unknown>, limitMs = LIMIT_MS): void {
    this.steps.push({ name, stop, limitMs });
  }

  async run(log: Logger): Promise<void> {
    for (let step = this.steps.pop(); step !== undefined; step = this.steps.pop()) {
      try {
        await within(step);
      } catch (error) {
        log.error({ err: error, part: step.name }, 'a part could not be stopped in order');
      }
    }
  }
}

async function within({ stop, limitMs }: Step): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it did not end within ${limitMs} ms`)), limitMs);
  });
  try {
    await Promise.race([stop(), late]);
  } finally {
    clearTimeout(timer);
  }
}
