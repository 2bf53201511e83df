import { createPostgresBackend, Queue } from 'bullmq';
import { Client } from 'pg';

/** Creates or upgrades the queue's tables as the owner and lets the system role work on them. */
export async function migrateQueue(ownerUrl: string): Promise<void> {
  const queue = new Queue('migration', { connection: { connectionString: ownerUrl, migrate: true, max: 1 } }, createPostgresBackend);
  try {
    await queue.waitUntilReady();
  } finally {
    await queue.close();
  }
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query(`
      GRANT USAGE ON SCHEMA bullmq TO memhub_system;
      GRANT ALL ON ALL TABLES IN SCHEMA bullmq TO memhub_system;
      GRANT ALL ON ALL SEQUENCES IN SCHEMA bullmq TO memhub_system;
      GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA bullmq TO memhub_system;`);
  } finally {
    await owner.end();
  }
}
