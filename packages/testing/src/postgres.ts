import { randomBytes } from 'node:crypto';
import { provisionRoles, quietLog } from '@memory-hub/postgres';
import { Client } from 'pg';

/** A database of one test file: migrated, empty, nobody else's. */
export interface TestDatabase {
  readonly ownerUrl: string;
  readonly appUrl: string;
  readonly systemUrl: string;
  /** Drops it, and ends the connections that are still open. */
  stop(): Promise<void>;
}

interface Server {
  /** Address for a superuser. */
  readonly adminUrl: string;
  /** A migrated database to copy. */
  readonly template: string;
}

const SECRET = 'a secret of 32 bytes, for tests only';

/**
 * Makes a database on the server of this jest run: the embedded one, or the one in `MEMHUB_TEST_DATABASE_URL` (for a
 * superuser). The first call of a run starts the server and takes seconds, later ones some tens of milliseconds.
 */
export async function startTestDatabase(): Promise<TestDatabase> {
  const { adminUrl, template } = await findServer();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await query(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const ownerUrl = Object.assign(new URL(adminUrl), { pathname: `/${name}` }).toString();
  const urls = await provisionRoles({ ownerUrl, secret: SECRET, log: quietLog });
  const logins = [urls.appUrl, urls.systemUrl].map((url) => new URL(url).username);
  return {
    ownerUrl,
    ...urls,
    stop: () => query(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`, `DROP ROLE ${logins.join(', ')}`),
  };
}

async function findServer(): Promise<Server> {
  const broker = process.env['MEMHUB_TEST_BROKER'];
  if (broker === undefined)
    throw new Error('No test server: run this under the jest.config.cjs at the root.');
  const response = await fetch(broker);
  const text = await response.text();
  if (!response.ok) throw new Error(`The test server did not start.\n${text}`);
  return JSON.parse(text) as Server;
}

async function query(url: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
