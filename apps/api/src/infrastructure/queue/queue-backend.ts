import { createPostgresBackend, Queue, Worker, type Job } from 'bullmq';
import { Redis } from 'ioredis';
import type { QueueName } from '@memory-hub/contracts';

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

/** Opens queues and workers on the backend that the settings name. */
export class QueueBackend {
  private readonly open: { close(): Promise<void> }[] = [];
  private readonly clients: Redis[] = [];

  constructor(private readonly settings: QueueSettings) {}

  queue(name: QueueName, onError: (error: Error) => void): JobQueue {
    const options = { defaultJobOptions: { removeOnComplete: true, removeOnFail: true, attempts: 1 } };
    const queue =
      this.settings.redisUrl === undefined
        ? new Queue(name, { ...options, connection: this.postgres() }, createPostgresBackend)
        : new Queue(name, { ...options, connection: this.redis(this.settings.redisUrl) });
    queue.on('error', onError);
    this.open.push(queue);
    return queue;
  }

  worker({ name, concurrency, process, onError }: WorkerOptions): JobWorker {
    const options = {
      concurrency,
      lockDuration: 30_000,
      stalledInterval: 10_000,
      maxStalledCount: 3,
      autorun: false,
    };
    const processor = (job: Job<QueuedJob>): Promise<void> => process(job.data);
    const worker =
      this.settings.redisUrl === undefined
        ? new Worker(name, processor, { ...options, connection: this.postgres() }, createPostgresBackend)
        : new Worker(name, processor, { ...options, connection: this.redis(this.settings.redisUrl) });
    worker.on('error', onError);
    this.open.push(worker);
    return worker;
  }

  /** Ends queues, workers and the connections that were opened for them. */
  async close(): Promise<void> {
    await Promise.allSettled(this.open.map((part) => part.close()));
    for (const client of this.clients) client.disconnect();
  }

  private postgres(): { connectionString: string; skipMigrations: boolean; max: number } {
    return { connectionString: this.settings.databaseUrl, skipMigrations: true, max: 2 };
  }

  private redis(url: string): Redis {
    const client = new Redis(url, { maxRetriesPerRequest: null });
    this.clients.push(client);
    return client;
  }
}
