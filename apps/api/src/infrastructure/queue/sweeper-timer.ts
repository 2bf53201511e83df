import type { Sweeper } from './job-handler';

interface Log {
  error(facts: object, message: string): void;
}

/** Runs sweepers on their own rhythm, never one beside itself; a failure is logged and does not end the rhythm. */
export class SweeperTimer {
  private readonly ending = new AbortController();
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly sweepers: readonly Sweeper[],
    private readonly log: Log,
  ) {}

  start(): void {
    for (const sweeper of this.sweepers) this.plan(sweeper);
  }

  async stop(): Promise<void> {
    this.ending.abort();
    this.timers.forEach((timer) => clearInterval(timer));
    await Promise.all(this.running);
  }

  private plan(sweeper: Sweeper): void {
    let busy = false;
    const tick = (): void => {
      if (busy || this.ending.signal.aborted) return;
      busy = true;
      const run = this.sweep(sweeper).finally(() => {
        busy = false;
        this.running.delete(run);
      });
      this.running.add(run);
    };
    this.timers.push(setInterval(tick, sweeper.everySeconds * 1_000));
    tick();
  }

  private async sweep(sweeper: Sweeper): Promise<void> {
    try {
      await sweeper.sweep(this.ending.signal);
    } catch (error) {
      this.log.error(
        { err: error, sweeper: sweeper.name },
        'a sweeper failed; it runs again at its next time',
      );
    }
  }
}
