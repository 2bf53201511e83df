import { setTimeout as wait } from 'node:timers/promises';
import { DomainError } from '@memory-hub/contracts';
import { prepareDatabase, resolveSecretKey, startEmbeddedPostgres } from '@memory-hub/postgres';
import { runMigrations } from 'bullmq';
import type { Logger } from 'pino';
import type { Settings } from '../config';
import type { DatabaseUrls } from './hub-options';

export interface OpenDatabase {
  readonly urls: DatabaseUrls;
  readonly secretKey: string;
  /** Stops the embedded server; an outside one is left alone. */
  stop(): Promise<void>;
}

/** An outside database may come up after us. */
const PATIENCE_MS = 60_000;
const RETRY_MS = 1_000;

/**
 * Opens the database of this hub, its own or an outside one, and brings it up to date: roles, schema, queue tables.
 * @throws DomainError with the way out; nothing is left running then
 */
export async function openDatabase(settings: Settings, log: Logger): Promise<OpenDatabase> {
  const embedded = settings.DATABASE_URL === undefined;
  const dataDir = settings.MEMHUB_DATA_DIR;
  const server = embedded
    ? await startEmbeddedPostgres({ dataDir, log, servingPort: settings.MEMHUB_PORT })
    : null;
  try {
    const secretKey = resolveSecretKey({
      value: settings.MEMHUB_SECRET_KEY,
      dataDir: embedded ? dataDir : undefined,
      log,
    });
    const ownerUrl = server?.ownerUrl ?? settings.DATABASE_URL ?? '';
    const installQueue = settings.REDIS_URL === undefined ? { installQueue: runMigrations } : {};
    const prepare = () => prepareDatabase({ ownerUrl, secret: secretKey, log, ...installQueue });
    const { appUrl, systemUrl } = await (embedded ? prepare() : untilReachable(prepare, log));
    return { urls: { ownerUrl, appUrl, systemUrl }, secretKey, stop: async () => server?.stop() };
  } catch (error) {
    await server?.stop();
    throw error;
  }
}

async function untilReachable<T>(attempt: () => Promise<T>, log: Logger): Promise<T> {
  for (const deadline = Date.now() + PATIENCE_MS; ;) {
    try {
      return await attempt();
    } catch (error) {
      const isAway = error instanceof DomainError && error.code === 'UNAVAILABLE';
      if (!isAway || Date.now() > deadline) throw error;
      log.warn({ reason: error.message }, 'waiting for the database');
      await wait(RETRY_MS);
    }
  }
}
