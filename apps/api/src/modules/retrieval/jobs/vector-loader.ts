import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Embedder } from '@memory-hub/models';
import { EMBEDDER } from '../../../infrastructure/models';
import { HealthBoard, Metrics, RootLogger } from '../../../infrastructure/telemetry';
import { VectorIndex } from '../vectors/vector-index';
import { VectorRows } from '../vectors/vector-rows.system';

const PAGE = 2_000;
const POLL_MILLISECONDS = 1_000;

/** Loads the vectors after a start and follows what other processes write, at most a second behind. */
@Injectable()
export class VectorLoader implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private stopped = false;
  private xid: string | null = null;

  constructor(
    @Inject(EMBEDDER) private readonly embedder: Embedder,
    private readonly rows: VectorRows,
    private readonly index: VectorIndex,
    private readonly log: RootLogger,
    health: HealthBoard,
    metrics: Metrics,
  ) {
    metrics.gauge('vectors_loaded', 'Vectors in the memory of this process.', () => this.index.size);
    health.register(async () => ({
      name: 'meaning',
      state: this.index.ready ? 'ok' : 'degraded',
      detail: this.index.ready
        ? `${this.embedder.id}, ${this.index.size} vectors in process`
        : 'vectors are being loaded; keyword search answers meanwhile',
      required: false,
    }));
  }

  onApplicationBootstrap(): void {
    this.tick();
    this.timer = setInterval(() => this.tick(), POLL_MILLISECONDS);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    if (this.timer !== null) clearInterval(this.timer);
    await this.running;
  }

  private tick(): void {
    if (this.stopped) return;
    this.running ??= this.follow().finally(() => {
      this.running = null;
    });
  }

  private async follow(): Promise<void> {
    try {
      this.xid ??= await this.loadAll();
      const { vectors, gone, next } = await this.rows.changesSince(this.embedder.space, this.xid);
      this.index.learn(vectors);
      this.index.forget(gone);
      this.xid = next;
    } catch (error) {
      this.log.warn({ err: error }, 'vectors could not be read; the next look tries again');
    }
  }

  private async loadAll(): Promise<string> {
    const { next } = await this.rows.changesSince(this.embedder.space, '9223372036854775807');
    let after = -1n;
    for (;;) {
      const page = await this.rows.page(this.embedder.space, after, PAGE);
      this.index.learn(page);
      const last = page.at(-1);
      if (last === undefined || this.stopped) break;
      after = last.no;
    }
    this.index.markReady();
    return next;
  }
}
