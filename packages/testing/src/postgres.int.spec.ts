import { Client } from 'pg';
import { startTestDatabase } from './postgres';

async function rows(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('a test database', () => {
  it('is migrated, and separate from the next one', async () => {
    const [one, other] = await Promise.all([startTestDatabase(), startTestDatabase()]);
    try {
      await rows(one.ownerUrl, 'CREATE TABLE mark (id int)');
      await expect(rows(one.systemUrl, 'SELECT count(*)::int FROM organisation')).resolves.toEqual([
        { count: 0 },
      ]);
      await expect(rows(other.ownerUrl, `SELECT to_regclass('public.mark') AS found`)).resolves.toEqual([
        { found: null },
      ]);
    } finally {
      await Promise.all([one.stop(), other.stop()]);
    }
  });

  it('lets the app role of one database into no other', async () => {
    const [one, other] = await Promise.all([startTestDatabase(), startTestDatabase()]);
    try {
      const trespass = Object.assign(new URL(one.appUrl), {
        pathname: new URL(other.appUrl).pathname,
      }).toString();
      await expect(rows(trespass, 'SELECT 1')).rejects.toThrow(/permission denied for database/);
    } finally {
      await Promise.all([one.stop(), other.stop()]);
    }
  });

  it('is gone after stop, with its logins, even when a connection was left open', async () => {
    const database = await startTestDatabase();
    const left = new Client({ connectionString: database.appUrl });
    const lost = new Promise((resolve) => left.on('error', resolve).once('end', resolve));
    await left.connect();
    await database.stop();
    await lost;
    await expect(rows(database.appUrl, 'SELECT 1')).rejects.toThrow();
  });
});
