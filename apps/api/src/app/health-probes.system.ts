import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainError } from '@memory-hub/contracts';
import type { Settings } from '../config';
import { mapDatabaseError, SYSTEM_CLIENT, type SystemClient } from '../infrastructure/prisma';
import { OutboxStore, QueueRuntime } from '../infrastructure/queue';
import { SETTINGS_TOKEN } from '../infrastructure/settings';
import { HealthBoard, Metrics, type HealthPart } from '../infrastructure/telemetry';

/** An answer of the database that takes longer is no answer. */
const PATIENCE_MS = 3_000;

/** What the hub itself stands on: database, migrations, queue, and engines that are set and not used. */
@Injectable()
export class HealthProbes implements OnModuleInit {
  constructor(
    @Inject(SYSTEM_CLIENT) private readonly system: SystemClient,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
    private readonly outbox: OutboxStore,
    private readonly queue: QueueRuntime,
    private readonly board: HealthBoard,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    this.board.register(() => this.database());
    this.board.register(() => this.queueing());
    for (const [name, url] of [
      ['meilisearch', this.settings.MEILI_URL],
      ['qdrant', this.settings.QDRANT_URL],
    ] as const) {
      if (url === undefined) continue;
      const detail = 'It is configured; this version does not use it yet.';
      this.board.register(async () => ({ name, state: 'off', detail, required: false }));
    }
    this.metrics.gauge(
      'outbox_waiting',
      'Events that wait for their work.',
      async () => (await this.outbox.stats()).waiting,
    );
    this.metrics.gauge(
      'outbox_parked',
      'Events that failed too often and wait for a person.',
      async () => (await this.outbox.stats()).parked,
    );
    this.metrics.gauge(
      'outbox_oldest_seconds',
      'Age of the oldest waiting event.',
      async () => (await this.outbox.stats()).oldestSeconds,
    );
  }

  private async database(): Promise<HealthPart> {
    const name = 'database';
    try {
      const rows = await within(
        this.system.$queryRaw<{ version: string; migration: string | null }[]>`
          SELECT current_setting('server_version') AS version,
            (SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY migration_name DESC LIMIT 1) AS migration`,
      );
      const kind = this.settings.DATABASE_URL === undefined ? 'embedded PostgreSQL' : 'PostgreSQL';
      return {
        name,
        state: 'ok',
        detail: `${kind} ${rows[0]?.version ?? ''}, schema ${rows[0]?.migration ?? 'unknown'}`,
        required: true,
      };
    } catch (error) {
      const mapped = mapDatabaseError(error);
      return {
        name,
        state: 'down',
        detail: mapped instanceof DomainError ? mapped.message : 'The database reports an error.',
        required: true,
      };
    }
  }

  private async queueing(): Promise<HealthPart> {
    const { waiting, parked, oldestSeconds } = await within(this.outbox.stats());
    const where = this.queue.backend === 'redis' ? 'Redis' : 'PostgreSQL';
    const away = this.queue.isReached ? '' : ', which cannot be reached';
    const detail = `in ${where}${away}; ${waiting} events wait, the oldest for ${Math.round(oldestSeconds)} s; ${parked} parked`;
    return { name: 'queue', state: parked > 0 || away !== '' ? 'degraded' : 'ok', detail, required: false };
  }
}

async function within<T>(work: PromiseLike<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DomainError('UNAVAILABLE', 'The database does not answer.')),
      PATIENCE_MS,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
