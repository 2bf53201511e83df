import { ensureQueueSchema } from '@memory-hub/postgres';
import { runMigrations } from 'bullmq';

/** Creates or upgrades the queue's tables as the owner and lets the system role work on them. */
export async function installQueueTables(ownerUrl: string): Promise<void> {
  await ensureQueueSchema({ ownerUrl, install: (client) => runMigrations(client) });
}
