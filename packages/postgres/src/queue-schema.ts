import type { Client } from 'pg';
import { retryRaces } from './catalogue-race';
import { quoteName, withClient } from './connection';
import { GROUP_ROLES } from './role-names';

/** Schema of the job queue's own tables; the queue library makes them. */
export const QUEUE_SCHEMA = 'bullmq';

export interface QueueSchemaOptions {
  readonly ownerUrl: string;
  /** Makes or updates the tables as the owner, before the rights are given: `runMigrations` of the queue library. */
  readonly install?: (client: Client) => Promise<unknown>;
}

/** Makes the queue's schema and lets the system role, and only it, work with everything in it, now and later. */
export async function ensureQueueSchema({ ownerUrl, install }: QueueSchemaOptions): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    await retryRaces(() => client.query(`CREATE SCHEMA IF NOT EXISTS ${quoteName(QUEUE_SCHEMA)}`));
    await install?.(client);
    await retryRaces(() => client.query(grants(quoteName(QUEUE_SCHEMA), quoteName(GROUP_ROLES.system))));
  });
}

/** Several statements in one message are one transaction. The queue adds jobs in bulk through a temporary table. */
function grants(schema: string, role: string): string {
  return `GRANT USAGE, CREATE ON SCHEMA ${schema} TO ${role};
    GRANT ALL ON ALL TABLES IN SCHEMA ${schema} TO ${role};
    GRANT ALL ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role};
    ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT ALL ON TABLES TO ${role};
    ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT ALL ON SEQUENCES TO ${role};
    DO $$ BEGIN EXECUTE format('GRANT TEMPORARY ON DATABASE %I TO ${role}', current_database()); END $$`;
}
