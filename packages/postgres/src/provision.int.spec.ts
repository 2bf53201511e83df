import { inspect } from 'node:util';
import type { Client } from 'pg';
import { assertAppRoleIsWeak } from './app-role';
import { type EmptyDatabase, createDatabase, query, withDatabase } from './database.fixture';
import { AppRoleTooStrongError, DatabaseSettingsError, DatabaseUnavailableError } from './errors';
import { quietLog } from './log';
import { prepareDatabase } from './prepare-database';
import { provisionRoles } from './provision';
import { ensureQueueSchema } from './queue-schema';
import { loginRole } from './role-names';

const secret = 'one secret of at least 32 bytes, for tests';
const provision = (ownerUrl: string, key = secret) =>
  provisionRoles({ ownerUrl, secret: key, log: quietLog });
const userOf = (url: string) => new URL(url).username;

let database: EmptyDatabase;

beforeEach(async () => {
  database = await createDatabase();
});

afterEach(() => database.stop());

/** The database given to a role that may make roles and is nothing else. */
async function ownerWithoutPower(): Promise<string> {
  const user = `${database.name}_owner`;
  await query(database.url, `CREATE ROLE ${user} LOGIN CREATEROLE PASSWORD 'owner'`);
  await query(database.url, `ALTER DATABASE ${database.name} OWNER TO ${user}`);
  return Object.assign(new URL(database.url), { username: user, password: 'owner' }).toString();
}

describe('provisionRoles', () => {
  it('makes logins with the rights of their groups and nothing more', async () => {
    const { appUrl, systemUrl } = await provision(database.url);
    expect(userOf(appUrl)).toMatch(/^memhub_app_[0-9a-f]{8}$/);
    expect(userOf(systemUrl)).toMatch(/^memhub_system_[0-9a-f]{8}$/);

    await query(database.url, 'CREATE TABLE a (); GRANT SELECT ON a TO memhub_app; CREATE TABLE b ()');
    await query(database.url, 'GRANT SELECT ON b TO memhub_system');
    await expect(query(appUrl, 'SELECT FROM a')).resolves.toEqual([]);
    await expect(query(appUrl, 'SELECT FROM b')).rejects.toThrow(/permission denied/);
    await expect(query(systemUrl, 'SELECT FROM b')).resolves.toEqual([]);
    await expect(query(appUrl, 'CREATE TABLE c ()')).rejects.toThrow(/permission denied/);
    await expect(query(appUrl, 'SET ROLE memhub_system')).rejects.toThrow(/permission denied/);
    await expect(assertAppRoleIsWeak(appUrl)).resolves.toBeUndefined();
  });

  it('gives the same addresses the second time, and new passwords with a new secret', async () => {
    const first = await provision(database.url);
    expect(await provision(database.url)).toEqual(first);

    const rolled = await provision(database.url, `${secret} and another`);
    expect(rolled.appUrl).not.toBe(first.appUrl);
    await expect(query(rolled.appUrl, 'SELECT 1')).resolves.toHaveLength(1);
    await expect(query(first.appUrl, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
  });

  it('holds when many programs start on one database and on several of one server', async () => {
    const other = await createDatabase();
    try {
      const all = await Promise.all(
        [database, other, database, other, database].map(async ({ url }) => (await provision(url)).appUrl),
      );
      expect(new Set(all).size).toBe(2);
    } finally {
      await other.stop();
    }
  });

  it('lets nobody else into the database, and its logins into no other one', async () => {
    const other = await createDatabase();
    try {
      const [mine, theirs] = [await provision(database.url), await provision(other.url)];
      const trespass = withDatabase(mine.systemUrl, other.name);
      await expect(query(trespass, 'SELECT 1')).rejects.toThrow(/permission denied for database/);
      await expect(query(theirs.systemUrl, 'SELECT 1')).resolves.toHaveLength(1);
    } finally {
      await other.stop();
    }
  });

  it('does the whole preparation for an owner that may only make roles', async () => {
    const ownerUrl = await ownerWithoutPower();
    const install = async (client: Client) => client.query('CREATE TABLE IF NOT EXISTS bullmq.job ()');
    const options = { ownerUrl, secret, log: quietLog, installQueue: install };
    const prepared = await adopted(() => prepareDatabase(options));
    expect(prepared.applied.length).toBeGreaterThan(0);
    await expect(query(prepared.systemUrl, 'SELECT FROM bullmq.job')).resolves.toEqual([]);
    await expect(query(prepared.appUrl, 'SELECT FROM bullmq.job')).rejects.toThrow(
      /permission denied for schema/,
    );
    expect((await prepareDatabase(options)).applied).toEqual([]);
  });

  it('tells an owner that may not make roles what to ask for', async () => {
    const ownerUrl = await ownerWithoutPower();
    await query(database.url, `ALTER ROLE ${userOf(ownerUrl)} NOCREATEROLE`);
    const refusal = provision(ownerUrl);
    await expect(refusal).rejects.toThrow(DatabaseSettingsError);
    await expect(refusal).rejects.toMatchObject({ hint: expect.stringContaining('CREATEROLE') });
  });

  it('refuses a database that is not UTF-8', async () => {
    const latin = await createDatabase("ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' LOCALE_PROVIDER libc");
    try {
      await expect(provision(latin.url)).rejects.toThrow(/stores text as LATIN1; UTF8 is needed/);
    } finally {
      await latin.stop();
    }
  });

  it('tells a wrong password, a missing database and a silent server apart', async () => {
    const wrong = Object.assign(new URL(database.url), { password: 'wrong' }).toString();
    const closed = Object.assign(new URL(database.url), { port: '1' }).toString();
    await expect(provision(wrong)).rejects.toThrow(/refused the sign-in/);
    await expect(provision(withDatabase(database.url, 'no_such'))).rejects.toThrow(/does not exist/);
    await expect(provision(closed)).rejects.toThrow(DatabaseUnavailableError);
    await expect(provision('mysql:/nothing')).rejects.toThrow();
  });

  it('tells no password in its errors', async () => {
    const url = Object.assign(new URL(database.url), { port: '1', password: 'hunter2' }).toString();
    const error = await provision(url).catch((reason: unknown) => inspect(reason));
    expect(error).not.toContain('hunter2');
  });

  /** On a server where another owner made the groups first, PostgreSQL 16 and later want its consent. */
  async function adopted<T>(act: () => Promise<T>): Promise<T> {
    const groups = await query(
      database.url,
      `SELECT FROM pg_roles WHERE rolname IN ('memhub_app', 'memhub_system')`,
    );
    if (groups.length > 0) {
      await query(
        database.url,
        `GRANT memhub_app, memhub_system TO ${database.name}_owner WITH ADMIN OPTION`,
      );
    }
    return act();
  }
});

describe('assertAppRoleIsWeak', () => {
  it.each([
    ['SUPERUSER', (user: string) => `ALTER ROLE ${user} SUPERUSER`],
    ['BYPASSRLS', (user: string) => `ALTER ROLE ${user} BYPASSRLS`],
    ['CREATEROLE', (user: string) => `ALTER ROLE ${user} CREATEROLE`],
    ['the rights of the background jobs', (user: string) => `GRANT memhub_system TO ${user}`],
    ['a built-in role', (user: string) => `GRANT pg_read_all_data TO ${user}`],
    ['ownership of table a', (user: string) => `CREATE TABLE a (); ALTER TABLE a OWNER TO ${user}`],
    ['CREATE in schema public', (user: string) => `GRANT CREATE ON SCHEMA public TO ${user}`],
  ])('refuses %s', async (reason, strengthen) => {
    const { appUrl } = await provision(database.url);
    await query(database.url, strengthen(userOf(appUrl)));
    const refusal = assertAppRoleIsWeak(appUrl);
    await expect(refusal).rejects.toThrow(AppRoleTooStrongError);
    await expect(refusal).rejects.toThrow(reason);
  });

  it('refuses the owner of the database, also by way of membership', async () => {
    const { appUrl } = await provision(database.url);
    const ownerUrl = await ownerWithoutPower();
    await expect(assertAppRoleIsWeak(ownerUrl)).rejects.toThrow(/ownership of the database/);
    await query(database.url, `GRANT ${userOf(ownerUrl)} TO ${userOf(appUrl)}`);
    await expect(assertAppRoleIsWeak(appUrl)).rejects.toThrow(/ownership of the database \(as empty_/);
  });
});

describe('ensureQueueSchema', () => {
  it('gives the system role what the library made before and what it makes later', async () => {
    const { systemUrl } = await provision(database.url);
    const make = (name: string) =>
      ensureQueueSchema({
        ownerUrl: database.url,
        install: (client) => client.query(`CREATE TABLE bullmq.${name} (id serial)`),
      });
    await make('early');
    await make('late');
    await query(database.url, 'CREATE TABLE bullmq.latest (id serial)');
    for (const name of ['early', 'late', 'latest']) {
      await expect(query(systemUrl, `INSERT INTO bullmq.${name} DEFAULT VALUES`)).resolves.toEqual([]);
    }
  });

  it('can be asked for by several programs at once', async () => {
    await provision(database.url);
    const calls = [1, 2, 3, 4].map(() => ensureQueueSchema({ ownerUrl: database.url }));
    await expect(Promise.all(calls)).resolves.toHaveLength(4);
  });
});

describe('the name of a login', () => {
  it('differs from database to database and is an identifier that needs no quotes', () => {
    expect(loginRole('app', 'one')).not.toBe(loginRole('app', 'two'));
    expect(loginRole('system', 'Ä "quoted" name')).toMatch(/^memhub_system_[0-9a-f]{8}$/);
  });
});
