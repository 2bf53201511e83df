import type { Client } from 'pg';
import { withClient } from './connection';
import { AppRoleTooStrongError } from './errors';
import { GROUP_ROLES } from './role-names';

interface ReachableRole {
  readonly name: string;
  readonly powers: readonly string[];
}

/** Every role that the signed-in one is or may become, with what it may do beyond its grants. */
const ROLES = `
  SELECT rolname AS name, array_remove(ARRAY[
    CASE WHEN rolsuper THEN 'SUPERUSER' END, CASE WHEN rolbypassrls THEN 'BYPASSRLS' END,
    CASE WHEN rolcreaterole THEN 'CREATEROLE' END, CASE WHEN rolcreatedb THEN 'CREATEDB' END,
    CASE WHEN rolreplication THEN 'REPLICATION' END,
    CASE WHEN oid = (SELECT datdba FROM pg_database WHERE datname = current_database())
      THEN 'ownership of the database' END,
    CASE WHEN rolname LIKE 'pg\\_%' AND rolname NOT IN ('pg_monitor', 'pg_read_all_settings', 'pg_read_all_stats',
      'pg_stat_scan_tables') THEN 'a built-in role' END,
    CASE WHEN rolname = $1 OR rolname LIKE $2 THEN 'the rights of the background jobs' END
  ], NULL) AS powers
  FROM pg_roles WHERE pg_has_role(current_user, oid, 'MEMBER')`;

const OWNED_TABLES = `
  SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg\\_toast%'
    AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND pg_has_role(current_user, c.relowner, 'MEMBER')
  ORDER BY 1 LIMIT 5`;

const CREATABLE_SCHEMAS = `
  SELECT nspname AS name FROM pg_namespace
  WHERE nspname NOT LIKE 'pg\\_%' AND has_schema_privilege(oid, 'CREATE') ORDER BY 1`;

/**
 * Refuses a role for requests that could pass row-level security, now or by becoming another role.
 * @throws AppRoleTooStrongError with every reason
 */
export async function assertAppRoleIsWeak(appUrl: string): Promise<void> {
  const { user, reasons } = await withClient(appUrl, async (client) => ({
    user: await nameOf(client),
    reasons: [...(await powersOf(client)), ...(await belongings(client))],
  }));
  if (reasons.length === 0) return;
  throw new AppRoleTooStrongError(
    `The database role ${user}, which serves requests, could pass row-level security: ${reasons.join('; ')}.`,
    {
      hint: 'Take that away from the role (ALTER ROLE … NO…, REVOKE … FROM …, ALTER TABLE … OWNER TO …), then start again.',
    },
  );
}

async function nameOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('SELECT current_user AS name');
  return rows[0]?.name ?? '';
}

async function powersOf(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<ReachableRole>(ROLES, [
    GROUP_ROLES.system,
    `${GROUP_ROLES.system.replaceAll('_', '\\_')}\\_%`,
  ]);
  return rows.flatMap(({ name, powers }) => powers.map((power) => `${power} (as ${name})`));
}

async function belongings(client: Client): Promise<readonly string[]> {
  const tables = await client.query<{ name: string }>(OWNED_TABLES);
  const schemas = await client.query<{ name: string }>(CREATABLE_SCHEMAS);
  return [
    ...tables.rows.map(({ name }) => `ownership of table ${name}`),
    ...schemas.rows.map(({ name }) => `CREATE in schema ${name}`),
  ];
}
