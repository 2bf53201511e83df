import { Worker } from 'node:worker_threads';
import { EmbedderError } from './embedder.errors';

/** What a thread is started with: a program that answers `ready`, then one `vector` or `failed` per message. */
export interface ThreadProgram {
  readonly file: string;
  readonly data: unknown;
}

export interface ThreadJob {
  /** Ids of the text. Asked for only when a thread is free: reading two thousand texts ahead would block the program. */
  read(): readonly number[];
  resolve(vector: Float32Array): void;
  reject(error: unknown): void;
}

interface ThreadEvents {
  /** It can take a job: after the start and after each job. */
  free(): void;
  /** It is gone; the job that it had is rejected already. */
  gone(cause: unknown): void;
}

type Answer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'vector'; readonly job: number; readonly vector: ArrayLike<number> }
  | { readonly kind: 'failed'; readonly job: number; readonly reason: string };

/** One worker thread and the job that it has. A thread that is gone stays gone: the pool starts another one. */
export class EmbedThread {
  private readonly worker: Worker;
  private readonly exited: Promise<void>;
  private current:
    { readonly number: number; readonly job: ThreadJob; readonly watchdog: NodeJS.Timeout } | undefined;
  private started = 0;
  private state: 'starting' | 'free' | 'busy' | 'gone' = 'starting';

  constructor(
    program: ThreadProgram,
    private readonly runTimeoutMs: number,
    private readonly events: ThreadEvents,
  ) {
    this.worker = new Worker(program.file, { workerData: program.data, name: 'embedder' });
    this.exited = new Promise((resolve) => this.worker.once('exit', () => resolve()));
    this.worker.on('message', (answer: Answer) => this.hear(answer));
    this.worker.on('error', (error) => this.end(error));
    this.worker.on('exit', (code) => this.end(new Error(`The embedder's thread ended with code ${code}.`)));
  }

  get isFree(): boolean {
    return this.state === 'free';
  }

  get isGone(): boolean {
    return this.state === 'gone';
  }

  run(job: ThreadJob): void {
    const number = (this.started += 1);
    const watchdog = setTimeout(() => this.kill(), this.runTimeoutMs);
    this.current = { number, job, watchdog };
    this.state = 'busy';
    this.worker.ref();
    const ids = BigInt64Array.from(job.read(), BigInt);
    this.worker.postMessage({ job: number, ids }, [ids.buffer]);
  }

  async close(): Promise<void> {
    this.end(undefined);
    await this.worker.terminate();
    await this.exited;
  }

  private hear(answer: Answer): void {
    if (this.state === 'gone') return;
    if (answer.kind !== 'ready') this.settle(answer);
    this.state = 'free';
    // A thread without work must not keep the process alive.
    this.worker.unref();
    this.events.free();
  }

  private settle(answer: Exclude<Answer, { kind: 'ready' }>): void {
    const current = this.current;
    if (current?.number !== answer.job) return;
    this.current = undefined;
    clearTimeout(current.watchdog);
    if (answer.kind === 'failed') {
      current.job.reject(new EmbedderError('failed', { cause: new Error(answer.reason) }));
      return;
    }
    // Copied: the array comes from another realm when tests run this, and is not an instance of our Float32Array there.
    current.job.resolve(Float32Array.from(answer.vector));
  }

  private kill(): void {
    this.end(new Error(`The embedder did not answer within ${this.runTimeoutMs} ms.`));
    void this.worker.terminate();
  }

  private end(cause: unknown): void {
    if (this.state === 'gone') return;
    this.state = 'gone';
    const current = this.current;
    this.current = undefined;
    if (current !== undefined) {
      clearTimeout(current.watchdog);
      current.job.reject(new EmbedderError(cause === undefined ? 'closed' : 'crashed', { cause }));
    }
    if (cause !== undefined) this.events.gone(cause);
  }
}
