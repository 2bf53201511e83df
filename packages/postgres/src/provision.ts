import type { Client } from 'pg';
import { addressFor, quoteName, quoteText, withClient } from './connection';
import { DatabaseSettingsError, errorCode, errorText } from './errors';
import type { PostgresLog } from './log';
import { GROUP_ROLES, type RoleKind, loginRole } from './role-names';
import { retryRaces } from './catalogue-race';
import { derivePassword, scramVerifier } from './role-password';

export interface ProvisionOptions {
  /** Address of the database for its owner: a superuser, or a role with CREATEROLE that owns the database. */
  readonly ownerUrl: string;
  /** The installation's secret, from which the passwords of the logins follow. */
  readonly secret: string;
  readonly log: PostgresLog;
}

/** Addresses of one database for the two roles the program works as. */
export interface RoleUrls {
  readonly appUrl: string;
  readonly systemUrl: string;
}

/** Oldest version whose features the schema uses. */
const LEAST_VERSION = 15;

/**
 * Makes the group roles and this database's two logins, or leaves them when they are as they should be. Nothing is
 * granted on tables here: the migrations do that, to the group roles.
 * @throws DatabaseSettingsError when the server is too old or not UTF-8, or the owner may not make roles
 */
export async function provisionRoles({ ownerUrl, secret, log }: ProvisionOptions): Promise<RoleUrls> {
  return withClient(ownerUrl, async (client) => {
    const database = await inspect(client);
    const make = (kind: RoleKind) => ensureLogin(client, { kind, database, ownerUrl, secret, log });
    try {
      await reserveDatabase(client, database);
      return { appUrl: await make('app'), systemUrl: await make('system') };
    } catch (error) {
      throw errorCode(error) === '42501' ? mayNot(error) : error;
    }
  });
}

function mayNot(cause: unknown): DatabaseSettingsError {
  return new DatabaseSettingsError(
    `The user in DATABASE_URL may not prepare the roles: ${errorText(cause)}`,
    {
      hint:
        'As a superuser run ALTER ROLE <user> CREATEROLE; ALTER DATABASE <database> OWNER TO <user>; and, where ' +
        'another user made the roles, GRANT memhub_app, memhub_system TO <user> WITH ADMIN OPTION.',
      path: ['DATABASE_URL'],
      cause,
    },
  );
}

/** @returns the name of the database */
async function inspect(client: Client): Promise<string> {
  const { rows } = await client.query<{ database: string; version: number; encoding: string }>(
    `SELECT current_database() AS database, current_setting('server_encoding') AS encoding,
            current_setting('server_version_num')::int / 10000 AS version`,
  );
  const { database = '', version = 0, encoding = '' } = rows[0] ?? {};
  if (version < LEAST_VERSION) {
    throw new DatabaseSettingsError(
      `PostgreSQL ${version} is too old; ${LEAST_VERSION} or later is needed.`,
      {
        hint: 'Upgrade the server, or leave DATABASE_URL out to use the one that comes with the program.',
        path: ['DATABASE_URL'],
      },
    );
  }
  if (encoding !== 'UTF8') {
    throw new DatabaseSettingsError(`Database ${database} stores text as ${encoding}; UTF8 is needed.`, {
      hint: `CREATE DATABASE ${database} ENCODING 'UTF8' TEMPLATE template0`,
      path: ['DATABASE_URL'],
    });
  }
  return database;
}

/** Members of the group roles in other databases of the server may not enter this one. */
async function reserveDatabase(client: Client, database: string): Promise<void> {
  await retryRaces(async () => {
    const { rows } = await client.query<{ open: boolean; creatable: boolean }>(
      `SELECT has_database_privilege('public', $1, 'CONNECT') AS open,
              has_schema_privilege('public', 'public', 'CREATE') AS creatable`,
      [database],
    );
    if (rows[0]?.open === true) {
      await client.query(`REVOKE CONNECT, TEMPORARY ON DATABASE ${quoteName(database)} FROM PUBLIC`);
    }
    if (rows[0]?.creatable === true) await client.query('REVOKE CREATE ON SCHEMA public FROM PUBLIC');
  });
}

interface Login extends ProvisionOptions {
  readonly kind: RoleKind;
  readonly database: string;
}

/** @returns the address of the database for this login */
async function ensureLogin(
  client: Client,
  { kind, database, ownerUrl, secret, log }: Login,
): Promise<string> {
  const group = GROUP_ROLES[kind];
  const user = loginRole(kind, database);
  await ensureRole(client, group, 'NOLOGIN');
  await ensureRole(client, user, 'LOGIN');
  await ensureMember(client, user, group);
  await ensureEntry(client, user, database);

  const password = derivePassword(secret, database, group);
  const url = addressFor(ownerUrl, { user, password, database });
  if (!(await canSignIn(url))) {
    const verifier = quoteText(scramVerifier(password));
    await retryRaces(() => client.query(`ALTER ROLE ${quoteName(user)} LOGIN PASSWORD ${verifier}`));
    log.info({ role: user }, 'set the password of a database role');
  }
  return url;
}

async function ensureRole(client: Client, name: string, kind: 'LOGIN' | 'NOLOGIN'): Promise<void> {
  await retryRaces(async () => {
    const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE ROLE ${quoteName(name)} ${kind} INHERIT`);
  });
}

async function ensureMember(client: Client, member: string, group: string): Promise<void> {
  await retryRaces(async () => {
    const { rows } = await client.query<{ inherits: boolean }>(
      `SELECT pg_has_role($1, $2, 'USAGE') AS inherits`,
      [member, group],
    );
    if (rows[0]?.inherits !== true) await client.query(`GRANT ${quoteName(group)} TO ${quoteName(member)}`);
  });
}

async function ensureEntry(client: Client, user: string, database: string): Promise<void> {
  await retryRaces(async () => {
    const { rows } = await client.query<{ may: boolean }>(
      `SELECT has_database_privilege($1, $2, 'CONNECT') AS may`,
      [user, database],
    );
    if (rows[0]?.may === true) return;
    await client.query(`GRANT CONNECT ON DATABASE ${quoteName(database)} TO ${quoteName(user)}`);
  });
}

async function canSignIn(url: string): Promise<boolean> {
  try {
    await withClient(url, async () => undefined);
    return true;
  } catch (error) {
    if (error instanceof DatabaseSettingsError) return false;
    throw error;
  }
}
