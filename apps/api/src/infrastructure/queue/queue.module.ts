import {
  Global,
  Inject,
  Injectable,
  Module,
  type DynamicModule,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { QUEUES, TOPICS, type QueueName, type Topic } from '@memory-hub/contracts';
import { Authenticator } from '../../common';
import { OutboxSignal } from '../prisma';
import { RootLogger } from '../telemetry';
import { isSweeper, topicOf, type JobHandler, type Sweeper } from './job-handler';
import { JobRunner } from './job-runner';
import { OutboxStore } from './outbox-store';
import { QueueBackend, type QueuedJob, type QueueSettings } from './queue-backend';
import { Relay } from './relay';
import { SweeperTimer } from './sweeper-timer';
import { Tasks } from './tasks';

export interface QueueOptions extends QueueSettings {
  /** False in a process without the worker role: it then only writes events. */
  readonly work: boolean;
}

const OPTIONS = Symbol('queue options');
const CONCURRENCY: Readonly<Record<QueueName, number>> = { memory: 2, review: 2, index: 2 };

/** Starts the relay, the workers and the sweepers of a process with the worker role. */
@Injectable()
export class QueueRuntime implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly draining = new AbortController();
  private stopSteps: (() => Promise<unknown>)[] = [];
  private relay: Relay | null = null;

  constructor(
    @Inject(OPTIONS) private readonly options: QueueOptions,
    private readonly discovery: DiscoveryService,
    private readonly store: OutboxStore,
    private readonly signal: OutboxSignal,
    private readonly authenticator: Authenticator,
    private readonly log: RootLogger,
  ) {}

  get backend(): 'redis' | 'postgres' {
    return this.options.redisUrl === undefined ? 'postgres' : 'redis';
  }

  /** Whether the last hand-over of work went well; only a process with the worker role can tell otherwise. */
  get isReached(): boolean {
    return this.relay?.reachesQueue ?? true;
  }

  onApplicationBootstrap(): void {
    const instances = this.discovery
      .getProviders()
      .map((wrapper) => wrapper.instance as unknown)
      .filter((found) => typeof found === 'object' && found !== null);
    if (!this.options.work) return;
    const handlers = handlersByTopic(instances);
    const backend = new QueueBackend(this.options);
    const onError = (error: Error): void => this.log.warn({ err: error }, 'the queue reported an error');
    const queues = new Map(QUEUES.map((name) => [name, backend.queue(name, onError)] as const));
    const relay = new Relay(this.store, queues, this.log);
    this.relay = relay;
    const runner = new JobRunner({
      store: this.store,
      handlers,
      authenticator: this.authenticator,
      log: this.log,
      onSettled: () => relay.wake(),
    });
    const workers = QUEUES.map((name) => {
      const process = (job: QueuedJob): Promise<void> => runner.run(job.eventId, this.draining.signal);
      const worker = backend.worker({ name, concurrency: CONCURRENCY[name], process, onError });
      void worker.run();
      return worker;
    });
    const sweepers = instances.filter((found): found is Sweeper & object => isSweeper(found.constructor));
    const timer = new SweeperTimer(sweepers, this.log);
    const forget = this.signal.onWake(() => relay.wake());
    relay.start();
    timer.start();
    this.stopSteps = [
      async () => Promise.resolve(forget()),
      () => timer.stop(),
      () => relay.stop(),
      () => Promise.allSettled(workers.map((worker) => worker.close())),
      () => backend.close(),
    ];
  }

  /** Before the connections to the database end, which running jobs still need. */
  async beforeApplicationShutdown(): Promise<void> {
    this.draining.abort();
    for (const step of this.stopSteps) await step();
    this.stopSteps = [];
  }
}

function handlersByTopic(instances: readonly object[]): Map<Topic, JobHandler> {
  const handlers = new Map<Topic, JobHandler>();
  for (const instance of instances) {
    const topic = topicOf(instance.constructor);
    if (topic === undefined) continue;
    if (handlers.has(topic)) throw new Error(`two handlers for the topic ${topic}`);
    handlers.set(topic, instance as JobHandler);
  }
  const missing = Object.keys(TOPICS).filter(
    (topic) => ![...handlers.keys()].some((known) => known === topic),
  );
  if (missing.length > 0) throw new Error(`no handler for the topic ${missing.join(', ')}`);
  return handlers;
}

@Global()
@Module({})
export class QueueModule {
  static forRoot(options: QueueOptions): DynamicModule {
    return {
      module: QueueModule,
      imports: [DiscoveryModule],
      providers: [{ provide: OPTIONS, useValue: options }, OutboxStore, QueueRuntime, Tasks],
      exports: [OutboxStore, QueueRuntime, Tasks],
    };
  }
}
