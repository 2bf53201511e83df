import { EmbedQueue } from './embed-queue';
import { EmbedThread, type ThreadJob, type ThreadProgram } from './embed-thread';
import type { EmbedPriority } from './embedder';
import { EmbedderError } from './embedder.errors';

const FIRST_BACK_OFF_MS = 500;
const LONGEST_BACK_OFF_MS = 30_000;

export interface EmbedPoolSettings {
  readonly program: ThreadProgram;
  readonly workers: number;
  /** Texts that may wait in each priority. */
  readonly room: number;
  /** A run that takes longer is taken for hung: its thread is ended and replaced. */
  readonly runTimeoutMs: number;
  readonly now: () => number;
}

export interface PoolJob extends ThreadJob {
  readonly priority: EmbedPriority;
}

/**
 * Hands waiting texts to worker threads. Threads are started at the first work. One that dies takes only its own text with
 * it while another works; with the last one everything that waits is refused, and so is new work until the back-off is over:
 * callers go on without meaning instead of waiting for it.
 */
export class EmbedPool {
  private readonly queue: EmbedQueue<PoolJob>;
  private readonly threads = new Set<EmbedThread>();
  private readonly waitingForReady: { resolve(): void; reject(error: unknown): void }[] = [];
  private failures = 0;
  private downUntil = 0;
  private closed = false;

  constructor(private readonly settings: EmbedPoolSettings) {
    this.queue = new EmbedQueue(settings.room);
  }

  get waiting(): number {
    return this.queue.size;
  }

  /** Starts the threads; resolves as soon as one can work. */
  ready(): Promise<void> {
    return new Promise((resolve, reject) => {
      const refusal = this.refusal();
      if (refusal !== undefined) {
        reject(refusal);
        return;
      }
      this.startThreads();
      if ([...this.threads].some((thread) => thread.isFree)) resolve();
      else this.waitingForReady.push({ resolve, reject });
    });
  }

  /** Why work would not be taken now, if so. */
  refusal(): EmbedderError | undefined {
    if (this.closed) return new EmbedderError('closed');
    const wait = this.downUntil - this.settings.now();
    if (this.threads.size > 0 || wait <= 0) return undefined;
    return new EmbedderError('crashed', { retryAfter: Math.ceil(wait / 1000) });
  }

  hasRoomFor(priority: EmbedPriority, jobs: number): boolean {
    return this.queue.hasRoomFor(priority, jobs);
  }

  add(job: PoolJob): void {
    this.queue.add(job);
    this.startThreads();
    this.hand();
  }

  /** Takes back what still waits; a text that is being read is read to its end. */
  remove(job: PoolJob): void {
    this.queue.remove(job);
  }

  async close(): Promise<void> {
    this.closed = true;
    this.refuseWaiting(new EmbedderError('closed'));
    const threads = [...this.threads];
    this.threads.clear();
    await Promise.all(threads.map((thread) => thread.close()));
  }

  private startThreads(): void {
    if (this.settings.now() < this.downUntil) return;
    while (this.threads.size < this.settings.workers) this.startThread();
  }

  private startThread(): void {
    const thread = new EmbedThread(this.settings.program, this.settings.runTimeoutMs, {
      free: () => {
        for (const waiter of this.waitingForReady.splice(0)) waiter.resolve();
        this.hand();
      },
      gone: (cause) => this.lose(thread, cause),
    });
    this.threads.add(thread);
  }

  private hand(): void {
    for (const thread of this.threads) {
      if (!thread.isFree) continue;
      const job = this.queue.next();
      if (job === undefined) return;
      thread.run({ ...job, resolve: (vector) => this.succeed(job, vector) });
    }
  }

  private succeed(job: PoolJob, vector: Float32Array): void {
    this.failures = 0;
    job.resolve(vector);
  }

  private lose(thread: EmbedThread, cause: unknown): void {
    this.threads.delete(thread);
    const wait = Math.min(LONGEST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** this.failures);
    this.failures += 1;
    this.downUntil = this.settings.now() + wait;
    if (this.threads.size > 0) return;
    this.refuseWaiting(new EmbedderError('crashed', { cause, retryAfter: Math.ceil(wait / 1000) }));
  }

  private refuseWaiting(error: EmbedderError): void {
    for (const job of this.queue.takeAll()) job.reject(error);
    for (const waiter of this.waitingForReady.splice(0)) waiter.reject(error);
  }
}
