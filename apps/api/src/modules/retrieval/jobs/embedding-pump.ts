import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Embedder } from '@memory-hub/models';
import type { Settings } from '../../../config';
import { EMBEDDER } from '../../../infrastructure/models';
import { SETTINGS_TOKEN } from '../../../infrastructure/settings';
import { Metrics, RootLogger } from '../../../infrastructure/telemetry';
import { EMBED_FIRST } from '../domain/indexed-item';
import { textToEmbed } from '../domain/text-to-embed';
import { EmbeddingSignal } from '../vectors/embedding-signal';
import { VectorIndex } from '../vectors/vector-index';
import { VectorRows, type PendingChunk } from '../vectors/vector-rows.system';

const BATCH = 8;
const LOOK_MILLISECONDS = 1_000;
const RETRY_SECONDS = 5;

/**
 * Embeds waiting chunks, cards and assets before raw turns. What waits is a state of the row, so a crash or an outage
 * of the embedder delays and loses nothing; until then the chunk is found by keyword.
 */
@Injectable()
export class EmbeddingPump implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private again = false;
  private stopped = false;

  constructor(
    @Inject(EMBEDDER) private readonly embedder: Embedder,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
    private readonly rows: VectorRows,
    private readonly index: VectorIndex,
    private readonly signal: EmbeddingSignal,
    private readonly log: RootLogger,
    metrics: Metrics,
  ) {
    metrics.gauge('embedding_pending', 'Chunks that wait for their vector.', () => this.rows.pending());
  }

  onApplicationBootstrap(): void {
    if (!this.settings.MEMHUB_ROLES.includes('worker')) return;
    this.signal.onWake(() => this.wake());
    this.timer = setInterval(() => this.wake(), LOOK_MILLISECONDS);
    this.wake();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    if (this.timer !== null) clearInterval(this.timer);
    await this.running;
  }

  private wake(): void {
    if (this.stopped) return;
    this.again = true;
    this.running ??= this.drain().finally(() => {
      this.running = null;
    });
  }

  private async drain(): Promise<void> {
    while (this.again && !this.stopped) {
      this.again = false;
      try {
        const batch = await this.rows.claim(BATCH);
        if (batch.length > 0) {
          await this.embed(batch);
          this.again = true;
        }
      } catch (error) {
        this.log.warn({ err: error }, 'the embedding pump could not work; it looks again in a second');
        return;
      }
    }
  }

  private async embed(batch: readonly PendingChunk[]): Promise<void> {
    for (const chunk of batch) {
      if (this.stopped) return;
      const vector = await this.vectorOf(chunk);
      if (vector === null) continue;
      const stored = await this.rows.store(this.embedder.space, chunk, vector);
      if (stored !== null) this.index.learn([stored]);
    }
  }

  private async vectorOf(chunk: PendingChunk): Promise<Float32Array | null> {
    try {
      const priority = chunk.priority < EMBED_FIRST.turn ? 'card' : 'turn';
      const [vector] = await this.embedder.embed([textToEmbed(chunk)], 'passage', { priority });
      return vector ?? null;
    } catch (error) {
      this.log.warn(
        { err: error, chunk: String(chunk.no) },
        'a chunk could not be embedded; it stays pending',
      );
      await this.rows.postpone([chunk.no], RETRY_SECONDS, 'the embedder did not answer');
      return null;
    }
  }
}
