import type { ServerResponse } from 'node:http';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { DomainError } from '@memory-hub/contracts';
import { Authenticator, type RequestContext } from '../../common';
import { Metrics, RootLogger } from '../telemetry';
import { NodeRegistry } from '../graphql';
import { EventStream, type StreamRights } from './event-stream';
import { LiveFeed } from './live-feed';

const STREAMS = 2_000;
const STREAMS_OF_ONE = 20;
/** Rights are looked up this often also when nothing happens, so that a stream ends within 5 s of them. */
const CHECK_MS = 4_000;
const BEATS_EVERY_CHECKS = 4;

/** The browsers that listen to this process. */
@Injectable()
export class LiveStreams implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly streams = new Set<EventStream>();
  private readonly rights: StreamRights;
  private timer: NodeJS.Timeout | null = null;
  private checks = 0;
  private draining = false;

  constructor(
    private readonly feed: LiveFeed,
    authenticator: Authenticator,
    nodes: NodeRegistry,
    private readonly log: RootLogger,
    metrics: Metrics,
  ) {
    const isVisible = async (ctx: RequestContext, id: string): Promise<boolean> =>
      (await nodes.load(ctx, id)) !== null;
    this.rights = { authenticator, isVisible };
    metrics.gauge('live_streams', 'Browsers that listen for live events.', () => this.streams.size);
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.checkAll(), CHECK_MS);
    this.feed.listen({
      onNotices: (notices) => this.streams.forEach((stream) => stream.push(notices)),
      onGap: () => this.closeAll(),
    });
  }

  beforeApplicationShutdown(): void {
    this.draining = true;
    if (this.timer !== null) clearInterval(this.timer);
    this.closeAll();
  }

  /**
   * Answers with a stream that goes on until the browser or the session ends. After a short break the browser names
   * the last event it saw and is told what came since; when that is not known any more it has to read anew.
   * @throws DomainError RATE_LIMITED when there are too many streams, UNAVAILABLE while the process ends
   */
  open(ctx: RequestContext, response: ServerResponse, lastEventId: string | undefined): void {
    if (this.draining) throw new DomainError('UNAVAILABLE', 'The hub is stopping.', { retryAfter: 2 });
    this.refuseTooMany(ctx);
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'x-request-id': ctx.requestId,
    });
    response.write('retry: 2000\n\n');
    const stream = new EventStream(ctx, response, this.rights, this.log);
    this.streams.add(stream);
    response.on('close', () => {
      stream.close();
      this.streams.delete(stream);
    });
    this.resume(stream, response, lastEventId);
  }

  private resume(stream: EventStream, response: ServerResponse, lastEventId: string | undefined): void {
    if (lastEventId === undefined || lastEventId === '') return;
    const missed = this.feed.since(lastEventId);
    if (missed === null) response.write('event: resync\ndata: {}\n\n');
    else stream.push(missed);
  }

  private refuseTooMany(ctx: RequestContext): void {
    const own = [...this.streams].filter(({ principalId }) => principalId === ctx.principalId).length;
    if (this.streams.size < STREAMS && own < STREAMS_OF_ONE) return;
    throw new DomainError('RATE_LIMITED', 'Too many live streams are open.', {
      hint: 'Close other tabs.',
      retryAfter: 10,
    });
  }

  private checkAll(): void {
    this.checks += 1;
    for (const stream of this.streams) {
      if (this.checks % BEATS_EVERY_CHECKS === 0) stream.beat();
      void stream.check();
    }
  }

  private closeAll(): void {
    for (const stream of this.streams) stream.close();
  }
}
