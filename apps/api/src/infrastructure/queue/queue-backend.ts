import { createHash } from 'node:crypto';
import { createPostgresBackend, Queue, Worker, type Job } from 'bullmq';
import { Redis, type RedisOptions } from 'ioredis';
import { DomainError, type QueueName } from '@memory-hub/contracts';

export interface QueueSettings {
  /** Redis, when the queue is there; PostgreSQL otherwise. */
  readonly redisUrl: string | undefined;
  /** Connection of the system role. */
  readonly databaseUrl: string;
}

export interface QueuedJob {
  readonly eventId: string;
}

/** What the relay needs of a queue, whatever it is built on. */
export interface JobQueue {
  addBulk(jobs: { name: string; data: QueuedJob; opts: { jobId: string } }[]): Promise<unknown>;
}

/** What the runtime needs of a worker. */
export interface JobWorker {
  run(): Promise<void>;
  close(): Promise<void>;
}

export interface WorkerOptions {
  readonly name: QueueName;
  readonly concurrency: number;
  readonly process: (job: QueuedJob) => Promise<void>;
  readonly onError: (error: Error) => void;
}

/** A queue that takes longer to take a job counts as away; the events wait in the outbox. */
const HAND_OVER_MILLISECONDS = 5_000;
/** Whoever hands over is told at once that Redis is away; whoever waits for jobs waits until it is back. */
const HANDS_OVER: RedisOptions = { maxRetriesPerRequest: 1, enableOfflineQueue: false };
const WAITS: RedisOptions = { maxRetriesPerRequest: null };

/** How long a back end that is away may hold up the end of the process. */
const GOODBYE_MILLISECONDS = 3_000;
const LONGEST_RECONNECT_MILLISECONDS = 1_000;

/** Names of one database in Redis, so that two hubs with one Redis do not take each other's jobs. */
export function redisPrefix(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return `memhub-${createHash('sha256').update(host).update(pathname).digest('hex').slice(0, 16)}`;
}

/** Opens queues and workers on the backend that the settings name. */
export class QueueBackend {
  private readonly closers: (() => Promise<void>)[] = [];
  private readonly clients: Redis[] = [];
  private ending = false;

  constructor(private readonly settings: QueueSettings) {}

  queue(name: QueueName, onError: (error: Error) => void): JobQueue {
    const options = { defaultJobOptions: { removeOnComplete: true, removeOnFail: true, attempts: 1 } };
    const queue =
      this.settings.redisUrl === undefined
        ? new Queue(name, { ...options, connection: this.postgres() }, createPostgresBackend)
        : new Queue(name, { ...options, ...this.redis(this.settings.redisUrl, HANDS_OVER) });
    queue.on('error', onError);
    this.closers.push(() => withinGoodbye(queue.close()));
    return { addBulk: async (jobs) => inTime(queue.addBulk(jobs), onError) };
  }

  worker({ name, concurrency, process, onError }: WorkerOptions): JobWorker {
    const options = {
      concurrency,
      lockDuration: 30_000,
      stalledInterval: 10_000,
      maxStalledCount: 3,
      autorun: false,
    };
    const running = new Set<Promise<void>>();
    const processor = async (job: Job<QueuedJob>): Promise<void> => {
      const work = process(job.data);
      running.add(work);
      await work.finally(() => running.delete(work));
    };
    const redis =
      this.settings.redisUrl === undefined ? undefined : this.redis(this.settings.redisUrl, WAITS);
    const worker =
      redis === undefined
        ? new Worker(name, processor, { ...options, connection: this.postgres() }, createPostgresBackend)
        : new Worker(name, processor, { ...options, ...redis });
    worker.on('error', onError);
    const close = async (): Promise<void> => {
      this.ending = true;
      // A polite end needs Redis. Running jobs are waited for here in both cases.
      const isAway = redis !== undefined && redis.connection.status !== 'ready';
      const closed = worker.close(isAway);
      await Promise.allSettled(running);
      await withinGoodbye(closed);
    };
    this.closers.push(close);
    return { run: () => worker.run(), close };
  }

  /** Ends queues, workers and the connections that were opened for them. */
  async close(): Promise<void> {
    this.ending = true;
    await Promise.allSettled(this.closers.map((close) => close()));
    for (const client of this.clients) client.disconnect();
  }

  private postgres(): { connectionString: string; skipMigrations: boolean; max: number } {
    return { connectionString: this.settings.databaseUrl, skipMigrations: true, max: 2 };
  }

  private redis(url: string, options: RedisOptions): { connection: Redis; prefix: string } {
    // The library's copies of this connection take the same strategy, and stop trying with it.
    const retryStrategy = (times: number): number | null =>
      this.ending ? null : Math.min(times * 50, LONGEST_RECONNECT_MILLISECONDS);
    const connection = new Redis(url, { ...options, retryStrategy });
    this.clients.push(connection);
    return { connection, prefix: redisPrefix(this.settings.databaseUrl) };
  }
}

/** Waits for a polite end, which the library never comes to while Redis is away. Nothing is lost by leaving then. */
async function withinGoodbye(closed: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((leave) => {
    timer = setTimeout(leave, GOODBYE_MILLISECONDS);
  });
  await Promise.race([closed, enough]).finally(() => clearTimeout(timer));
}

/** A hand-over that is late may still arrive: the job is known by its event, so it is then there once all the same. */
async function inTime<T>(handOver: Promise<T>, onError: (error: Error) => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DomainError('UNAVAILABLE', 'The queue does not take jobs.')),
      HAND_OVER_MILLISECONDS,
    );
  });
  handOver.catch(onError);
  try {
    return await Promise.race([handOver, late]);
  } finally {
    clearTimeout(timer);
  }
}
