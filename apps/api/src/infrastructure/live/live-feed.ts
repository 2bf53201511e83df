import { setTimeout as wait } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Client } from 'pg';
import { RootLogger } from '../telemetry';
import { CHANNEL, unpackNotices, type Notice } from './notices';
import { LIVE_OPTIONS, type LiveOptions } from './live-options';

/** Notices that are kept for browsers that come back after a short break. */
const KEPT = 1_000;
const LONGEST_PAUSE_MS = 5_000;

export interface FeedListener {
  onNotices(notices: readonly Notice[]): void;
  /** Notices may have been missed. */
  onGap(): void;
}

/** Hears what all processes tell, on one connection of its own that is opened again whenever it is lost. */
@Injectable()
export class LiveFeed implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly ending = new AbortController();
  private readonly listeners = new Set<FeedListener>();
  private kept: Notice[] = [];
  private client: Client | null = null;
  private running: Promise<void> = Promise.resolve();

  constructor(
    @Inject(LIVE_OPTIONS) private readonly options: LiveOptions,
    private readonly log: RootLogger,
  ) {}

  onApplicationBootstrap(): void {
    if (this.options.listen) this.running = this.keepListening();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.ending.abort();
    if (this.client !== null) hangUp(this.client);
    await this.running;
  }

  /** Registers a listener and gives the function that takes it away. */
  listen(listener: FeedListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** What came after this notice; null when it is not among those that are kept. */
  since(no: string): readonly Notice[] | null {
    const at = this.kept.findIndex((notice) => notice.no === no);
    return at === -1 ? null : this.kept.slice(at + 1);
  }

  private async keepListening(): Promise<void> {
    for (let failures = 0; !this.ending.signal.aborted; failures += 1) {
      const startedAt = Date.now();
      const reason = await this.listenOnce();
      if (this.ending.signal.aborted) return;
      this.kept = [];
      for (const listener of this.listeners) listener.onGap();
      if (Date.now() - startedAt > 60_000) failures = 0;
      this.log.warn({ err: reason }, 'the connection for live events was lost; it is opened again');
      await wait(Math.min(LONGEST_PAUSE_MS, 200 * 2 ** failures), undefined, {
        signal: this.ending.signal,
      }).catch(() => undefined);
    }
  }

  /** Listens until the connection ends and gives the reason. */
  private async listenOnce(): Promise<unknown> {
    const client = new Client({
      connectionString: this.options.url,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      application_name: 'memory-hub live',
    });
    this.client = client;
    const ended = new Promise<unknown>((resolve) => {
      client.on('error', resolve);
      client.on('end', () => resolve(new Error('the connection ended')));
    });
    client.on('notification', ({ payload }) => this.hear(payload ?? ''));
    const listening = client.connect().then(() => client.query(`LISTEN ${CHANNEL}`));
    // A connection that is ended while it is being made never settles by itself, but tells that it ended.
    const failed = listening.then(
      () => ended,
      (error: unknown) => error,
    );
    const reason = await Promise.race([ended, failed]);
    hangUp(client);
    return reason;
  }

  private hear(payload: string): void {
    const notices = unpackNotices(payload);
    if (notices === null) {
      this.log.warn({}, 'a live event could not be read; a process of another version may be running');
      return;
    }
    this.kept = [...this.kept, ...notices].slice(-KEPT);
    for (const listener of this.listeners) listener.onNotices(notices);
  }
}

/** Ends a connection that may be lost already; nothing waits for that. */
function hangUp(client: Client): void {
  client.end().catch(() => undefined);
}
