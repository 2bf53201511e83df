import { randomBytes } from 'node:crypto';
import { startHubProcess, startTestDatabase, type HubProcess, type TestDatabase } from '@memory-hub/testing';
import { Client } from 'pg';

jest.setTimeout(180_000);

/** A database of somebody's own server, given to a role that may make roles and is nothing else. */
describe('a hub on an outside PostgreSQL', () => {
  const name = `outside_${randomBytes(6).toString('hex')}`;
  const secret = randomBytes(32).toString('base64url');
  let server: TestDatabase;
  let databaseUrl: string;
  let hub: HubProcess | undefined;

  beforeAll(async () => {
    server = await startTestDatabase();
    await run(
      server.ownerUrl,
      `CREATE ROLE ${name} LOGIN CREATEROLE PASSWORD 'owner'`,
      `GRANT memhub_app, memhub_system TO ${name} WITH ADMIN OPTION`,
      `CREATE DATABASE ${name} OWNER ${name} TEMPLATE template0 ENCODING 'UTF8'`,
    );
    databaseUrl = Object.assign(new URL(server.ownerUrl), {
      username: name,
      password: 'owner',
      pathname: `/${name}`,
    }).toString();
  });

  afterAll(async () => {
    const logins = await run(
      server.ownerUrl,
      `SELECT rolname FROM pg_roles r JOIN pg_shdepend d ON d.refobjid = r.oid
      WHERE d.classid = 'pg_database'::regclass AND d.objid = (SELECT oid FROM pg_database WHERE datname = '${name}')
        AND rolname NOT IN ('${name}', 'memhub_app', 'memhub_system')`,
    );
    await run(
      server.ownerUrl,
      `DROP DATABASE ${name} WITH (FORCE)`,
      `DROP ROLE ${[...logins.map((row) => String(row['rolname'])), name].join(', ')}`,
    );
    await server.stop();
  });

  const start = async (environment: Record<string, string> = {}): Promise<HubProcess> => {
    hub = await startHubProcess({
      environment: { DATABASE_URL: databaseUrl, MEMHUB_SECRET_KEY: secret, ...environment },
    });
    return hub;
  };

  afterEach(async () => {
    await hub?.stop();
    hub = undefined;
  });

  it('prepares an empty database by itself and finds it ready the second time', async () => {
    expect(await (await start()).stop()).toBe(0);
    expect(await (await start()).stop()).toBe(0);
    const [row] = await run(databaseUrl, 'SELECT count(*)::int AS migrations FROM _prisma_migrations');
    expect(row?.['migrations']).toBeGreaterThan(0);
  });

  it('refuses to start without a secret key', async () => {
    await expect(start({ MEMHUB_SECRET_KEY: '' })).rejects.toThrow(/MEMHUB_SECRET_KEY.*required/);
  });

  it('refuses a role for requests that could pass row-level security', async () => {
    const [login] = await run(
      databaseUrl,
      `SELECT rolname FROM pg_roles WHERE rolname LIKE 'memhub\\_app\\_%'
      AND has_database_privilege(oid, current_database(), 'CONNECT')`,
    );
    const role = String(login?.['rolname']);
    await run(server.ownerUrl, `ALTER ROLE ${role} BYPASSRLS`);
    await expect(start()).rejects.toThrow(new RegExp(`${role}.*could pass row-level security: BYPASSRLS`));
    await run(server.ownerUrl, `ALTER ROLE ${role} NOBYPASSRLS`);
  });

  it('refuses a database that a newer version has changed', async () => {
    await run(
      databaseUrl,
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
      VALUES ('later', 'x', '99990101000000_later', now())`,
    );
    await expect(start()).rejects.toThrow(/newer than this program: it has migration 99990101000000_later/);
    await run(databaseUrl, `DELETE FROM _prisma_migrations WHERE id = 'later'`);
  });
});

async function run(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) rows = (await client.query<Record<string, unknown>>(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}
