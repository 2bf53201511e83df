import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import type { Migration } from './migration-files';

export interface AppliedMigration {
  readonly name: string;
  readonly checksum: string;
  readonly finished: boolean;
}

/** The table and columns of Prisma's own migration tool, so that it reads and continues the same history. */
const CREATE = `CREATE TABLE IF NOT EXISTS public._prisma_migrations (
  id varchar(36) PRIMARY KEY NOT NULL,
  checksum varchar(64) NOT NULL,
  finished_at timestamptz,
  migration_name varchar(255) NOT NULL,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz NOT NULL DEFAULT now(),
  applied_steps_count integer NOT NULL DEFAULT 0
)`;

export async function createLedger(client: Client): Promise<void> {
  await client.query(CREATE);
}

/** Empty when no migration ever ran. */
export async function readLedger(client: Client): Promise<readonly AppliedMigration[]> {
  const table = await client.query<{ found: boolean }>(
    `SELECT to_regclass('public._prisma_migrations') IS NOT NULL AS found`,
  );
  if (table.rows[0]?.found !== true) return [];
  const { rows } = await client.query<AppliedMigration>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
       FROM public._prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name COLLATE "C"`,
  );
  return rows;
}

export async function recordMigration(client: Client, migration: Migration): Promise<void> {
  await client.query(
    `INSERT INTO public._prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, clock_timestamp(), 1)`,
    [randomUUID(), migration.checksum, migration.name],
  );
}
