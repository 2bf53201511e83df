import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { loginRole } from './role-names';

/** An empty database on the server of this jest run, with an address for a superuser. */
export interface EmptyDatabase {
  readonly url: string;
  readonly name: string;
  stop(): Promise<void>;
}

export async function createDatabase(options = "ENCODING 'UTF8'"): Promise<EmptyDatabase> {
  const admin = await adminUrl();
  const name = `empty_${randomBytes(8).toString('hex')}`;
  await query(admin, `CREATE DATABASE ${name} TEMPLATE template0 ${options}`);
  return {
    name,
    url: withDatabase(admin, name),
    stop: async () => {
      await query(admin, `DROP DATABASE ${name} WITH (FORCE)`);
      const roles = [loginRole('app', name), loginRole('system', name), `${name}_owner`];
      await query(admin, `DROP ROLE IF EXISTS ${roles.join(', ')}`);
    },
  };
}

/** Runs one statement on a connection of its own. */
export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

export function withDatabase(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).toString();
}

async function adminUrl(): Promise<string> {
  const response = await fetch(process.env['MEMHUB_TEST_BROKER'] ?? '');
  if (!response.ok) throw new Error(await response.text());
  return ((await response.json()) as { adminUrl: string }).adminUrl;
}
