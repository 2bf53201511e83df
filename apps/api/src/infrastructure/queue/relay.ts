import { TOPICS, type QueueName } from '@memory-hub/contracts';
import type { JobQueue } from './queue-backend';
import type { OutboxStore } from './outbox-store';

const BATCH = 200;
const SWEEP_MILLISECONDS = 5_000;

interface Log {
  error(facts: object, message: string): void;
}

/**
 * Hands due events to the queue. It wakes after commits and sweeps every five seconds, so a lost hint, a lost
 * queue or a killed process delays work and loses none.
 */
export class Relay {
  private running: Promise<void> | null = null;
  private again = false;
  private stopped = false;
  private timer: NodeJS.Timeout | null = null;
  private handsOver = true;

  constructor(
    private readonly store: OutboxStore,
    private readonly queues: ReadonlyMap<QueueName, JobQueue>,
    private readonly log: Log,
  ) {}

  /** False from a hand-over that failed until the next one. */
  get reachesQueue(): boolean {
    return this.handsOver;
  }

  start(): void {
    this.timer = setInterval(() => this.wake(), SWEEP_MILLISECONDS);
    this.wake();
  }

  wake(): void {
    if (this.stopped) return;
    this.again = true;
    this.running ??= this.drain().finally(() => {
      this.running = null;
      if (this.again) this.wake();
    });
  }

  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer !== null) clearInterval(this.timer);
    await this.running;
  }

  private async drain(): Promise<void> {
    while (this.again && !this.stopped) {
      this.again = false;
      try {
        const sent = await this.sendBatch();
        if (sent === BATCH) this.again = true;
      } catch (error) {
        this.log.error(
          { err: error },
          'the relay could not hand work to the queue; the next sweep tries again',
        );
        return;
      }
    }
  }

  private async sendBatch(): Promise<number> {
    const due = await this.store.takeDue(BATCH);
    for (const [name, queue] of this.queues) {
      const events = due.filter((event) => TOPICS[event.topic].queue === name);
      if (events.length === 0) continue;
      try {
        await queue.addBulk(
          events.map(({ id, topic }) => ({ name: topic, data: { eventId: id }, opts: { jobId: id } })),
        );
        this.handsOver = true;
      } catch (error) {
        this.handsOver = false;
        await this.store.giveBack(events.map((event) => event.id));
        throw error;
      }
    }
    return due.length;
  }
}
