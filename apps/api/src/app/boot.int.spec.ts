import { createServer } from 'node:net';
import { freePort, startTestDatabase, type TestDatabase } from '@memory-hub/testing';
import { Client } from 'pg';
import { readSettings, type Environment, type Settings } from '../config';
import { createLogger } from '../infrastructure/telemetry';
import { Cleanup } from './cleanup';
import { openDatabase } from './open-database';
import { startHub } from './start-hub';

const SECRET = 'a secret of 32 bytes, for tests only';

describe('starting', () => {
  const log = createLogger('silent');
  let database: TestDatabase;
  beforeAll(async () => {
    database = await startTestDatabase();
  });
  afterAll(() => database.stop());

  const settings = (change: Environment = {}): Settings =>
    readSettings({
      DATABASE_URL: database.ownerUrl,
      MEMHUB_SECRET_KEY: SECRET,
      MEMHUB_ROLES: 'api',
      ...change,
    });
  async function sql(text: string): Promise<void> {
    const client = new Client({ connectionString: database.ownerUrl });
    await client.connect();
    await client.query(text).finally(() => client.end());
  }

  it('works again and again on the same database', async () => {
    for (let time = 0; time < 2; time += 1) {
      const cleanup = new Cleanup();
      const port = await freePort();
      const hub = await startHub(settings({ MEMHUB_PORT: String(port) }), log, cleanup);
      expect(hub).toMatchObject({
        address: `http://127.0.0.1:${port}`,
        setupPath: expect.stringMatching(/^\/setup\?token=[\w-]{43}$/) as string,
      });
      expect((await fetch(`${hub.address}/readyz`)).status).toBe(200);
      await cleanup.run(log);
      await expect(fetch(`${hub.address}/healthz`)).rejects.toThrow();
    }
  });

  it('refuses a role for requests that could pass row-level security', async () => {
    const role = new URL(database.appUrl).username;
    await sql(`ALTER ROLE ${role} BYPASSRLS`);
    await expect(openDatabase(settings(), log)).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining('row-level security') as string,
    });
    await sql(`ALTER ROLE ${role} NOBYPASSRLS`);
    await expect(openDatabase(settings(), log)).resolves.toBeDefined();
  });

  it('names a taken port and the way out, before anything is started', async () => {
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    const cleanup = new Cleanup();
    await expect(startHub(settings({ MEMHUB_PORT: String(port) }), log, cleanup)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `Port ${port} on 127.0.0.1 is taken by another program.`,
      hint: expect.stringContaining(`MEMHUB_PORT=${port + 1}`) as string,
    });
    await new Promise((closed) => other.close(closed));
  });

  it('stops what was started when a later part fails', async () => {
    const cleanup = new Cleanup();
    await expect(
      startHub(
        settings({ MEMHUB_HOST: '203.0.113.1', MEMHUB_PUBLIC_URL: 'https://hub.example.org' }),
        log,
        cleanup,
      ),
    ).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
    await expect(cleanup.run(log)).resolves.toBeUndefined();
  });
});
