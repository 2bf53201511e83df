import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from './generated/client';

export type AppClient = PrismaClient;

export interface ClientOptions {
  readonly url: string;
  /** Connections at most. */
  readonly pool: number;
}

/** Opens a pool of connections. Waiting for one is bounded, so that load turns into a clear refusal. */
export function openClient({ url, pool }: ClientOptions): PrismaClient {
  const adapter = new PrismaPg({
    connectionString: url,
    max: pool,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
  });
  return new PrismaClient({ adapter, transactionOptions: { maxWait: 5_000, timeout: 30_000 } });
}
