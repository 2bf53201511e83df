import { Client } from 'pg';
import { DatabaseSettingsError, DatabaseUnavailableError, errorCode, errorText } from './errors';

/** Seconds until a server that does not answer counts as unreachable. */
const CONNECT_SECONDS = 10;

/** Runs `work` on one connection of its own, which is closed afterwards in any case. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await connect(url);
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined); // the connection may be the thing that failed
  }
}

async function connect(url: string): Promise<Client> {
  const client = clientFor(url);
  client.on('error', () => undefined); // a lost connection also fails the query that runs on it
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw explainConnectFailure(error, url);
  }
}

function clientFor(url: string): Client {
  try {
    return new Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_SECONDS * 1_000,
      application_name: 'memory-hub',
    });
  } catch (error) {
    throw new DatabaseSettingsError('DATABASE_URL is not a PostgreSQL address.', {
      hint: 'Write it as postgresql://user:password@host:5432/database, with special characters percent-encoded.',
      path: ['DATABASE_URL'],
      cause: error,
    });
  }
}

function explainConnectFailure(error: unknown, url: string): Error {
  const where = addressOf(url);
  switch (errorCode(error)) {
    case '28P01':
    case '28000':
    case '42501':
      return new DatabaseSettingsError(`PostgreSQL at ${where} refused the sign-in.`, {
        hint: 'Check user and password in DATABASE_URL, and the line for this host in pg_hba.conf.',
        path: ['DATABASE_URL'],
        cause: error,
      });
    case '3D000':
      return new DatabaseSettingsError(`The database does not exist at ${where}.`, {
        hint: 'Create it (CREATE DATABASE … ENCODING UTF8 TEMPLATE template0), or correct DATABASE_URL.',
        path: ['DATABASE_URL'],
        cause: error,
      });
    default:
      return new DatabaseUnavailableError(`PostgreSQL at ${where} cannot be reached: ${errorText(error)}`, {
        hint: 'Check that the server runs and that host and port in DATABASE_URL are right.',
        cause: error,
      });
  }
}

/** Host, port and database of an address, without user and password. */
export function addressOf(url: string): string {
  try {
    const { host, pathname, searchParams } = new URL(url);
    return `${host || (searchParams.get('host') ?? 'the local socket')}${pathname}`;
  } catch {
    return 'the address in DATABASE_URL';
  }
}

/** The same server and options with another user and database. */
export function addressFor(url: string, login: { user: string; password: string; database: string }): string {
  const address = new URL(url);
  address.pathname = `/${encodeURIComponent(login.database)}`;
  if (address.host === '') {
    // an address of a local socket has no place for a user before its host
    address.searchParams.set('user', login.user);
    address.searchParams.set('password', login.password);
  } else {
    address.username = encodeURIComponent(login.user);
    address.password = encodeURIComponent(login.password);
  }
  return address.toString();
}

/** A name as SQL writes it, so that no name can end the statement. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
