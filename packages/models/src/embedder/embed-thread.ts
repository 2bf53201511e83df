import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { EmbedderError } from './embedder.errors';

/**
 * A program that answers `ready`, then one `vector` or `failed` per message, and ends itself on `stop`. Beside `data` it gets
 * `control`, shared memory: [busy, stopped]. It is busy until it is ready and during each job, and begins none when stopped.
 */
export interface ThreadProgram {
  readonly file: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const BUSY = 0;
const STOPPED = 1;
/** A start takes half a second, the longest text as long. */
const LONGEST_WAIT_MS = 5_000;

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

/**
 * One worker thread and the job that it has. A thread that is gone stays gone: the pool starts another one.
 *
 * A thread that is terminated inside a native call takes the whole process with it (N-API throws where nobody catches). So a
 * thread is asked to stop, and the end of the process waits until no thread is in such a call.
 */
export class EmbedThread {
  private readonly worker: Worker;
  private readonly control = new Int32Array(new SharedArrayBuffer(8));
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
    Atomics.store(this.control, BUSY, 1);
    this.worker = new Worker(program.file, {
      workerData: { ...program.data, control: this.control.buffer },
      name: 'embedder',
    });
    const settle = () => this.settleBeforeExit();
    process.once('exit', settle);
    this.exited = new Promise((resolve) => {
      this.worker.once('exit', () => {
        process.off('exit', settle);
        resolve();
      });
    });
    this.worker.on('message', (answer: Answer) => this.hear(answer));
    this.worker.on('error', (error) => this.end(error));
    this.worker.on('exit', (code) => this.end(new Error(`The embedder's thread ended with code ${code}.`)));
  }

  get isFree(): boolean {
    return this.state === 'free';
  }

  run(job: ThreadJob): void {
    const number = (this.started += 1);
    const watchdog = setTimeout(() => this.giveUp(), this.runTimeoutMs);
    this.current = { number, job, watchdog };
    this.state = 'busy';
    this.worker.ref();
    const ids = BigInt64Array.from(job.read(), BigInt);
    this.worker.postMessage({ job: number, ids }, [ids.buffer]);
  }

  /** Its job is rejected at once; the promise is kept when the thread has ended. */
  async close(): Promise<void> {
    this.end(undefined);
    await this.stop();
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

  /** A hung native call cannot be ended. The thread is left alone, and stops when the call returns after all. */
  private giveUp(): void {
    this.end(new Error(`The embedder did not answer within ${this.runTimeoutMs} ms.`));
    void this.stop();
    this.worker.unref();
  }

  private async stop(): Promise<void> {
    this.worker.ref();
    this.worker.postMessage('stop');
    await Promise.race([this.exited, delay(LONGEST_WAIT_MS, undefined, { ref: false })]);
    this.worker.unref();
  }

  private settleBeforeExit(): void {
    Atomics.store(this.control, STOPPED, 1);
    Atomics.wait(this.control, BUSY, 1, LONGEST_WAIT_MS);
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
