import type { Client } from 'pg';
import { addressOf, withClient } from './connection';
import {
  DatabaseUnavailableError,
  MigrationFailedError,
  MigrationHistoryError,
  errorCode,
  errorText,
} from './errors';
import type { PostgresLog } from './log';
import { type Migration, migrationsDirectory, readMigrations } from './migration-files';
import { type AppliedMigration, createLedger, readLedger, recordMigration } from './migration-ledger';
import { type SqlStatement, lineAt, splitStatements, transactionWord } from './sql-statements';

export interface MigrateOptions {
  /** Address of the database for its owner. */
  readonly url: string;
  /** Folder of the migrations. Default: the ones the program brings. */
  readonly dir?: string;
  readonly log: PostgresLog;
}

/** Key of the lock that programs take before they change a schema: the letters `memh`. */
const LOCK_KEY = 0x6d656d68;
/** Waiting longer for another program, or for a table in use, is reported instead. */
const LOCK_SECONDS = 60;

/**
 * Brings the schema up to date. Each migration and its entry in the ledger are one transaction: done or not done.
 * Several programs may try at once; each migration is applied by one of them.
 * @returns names of the migrations that this call applied
 * @throws MigrationHistoryError when one was changed after it was applied, or the database is newer than the program
 * @throws MigrationFailedError with file and line; nothing of that migration remains
 */
export async function migrate({ url, dir, log }: MigrateOptions): Promise<{ applied: string[] }> {
  const migrations = readMigrations(dir ?? migrationsDirectory());
  migrations.forEach(refuseOwnTransactions);
  return withClient(url, async (client) => {
    const applied: string[] = [];
    if (pending(migrations, await readLedger(client)).length === 0) return { applied };
    for (;;) {
      const name = await applyNext(client, migrations, url);
      if (name === undefined) return { applied };
      log.info({ migration: name }, 'migration applied');
      applied.push(name);
    }
  });
}

/** Applies the first migration that is missing. The ledger is read under the lock: another program may be quicker. */
async function applyNext(
  client: Client,
  migrations: readonly Migration[],
  url: string,
): Promise<string | undefined> {
  await client.query('BEGIN');
  try {
    await takeLock(client, url);
    await createLedger(client);
    const [next] = pending(migrations, await readLedger(client));
    if (next !== undefined) await apply(client, next);
    await client.query('COMMIT');
    return next?.name;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined); // a lost connection has rolled back already
    throw error;
  }
}

async function takeLock(client: Client, url: string): Promise<void> {
  await client.query(
    `SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;
     SET LOCAL search_path = public; SET LOCAL lock_timeout = '${LOCK_SECONDS}s'`,
  );
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK_KEY]);
  } catch (error) {
    if (errorCode(error) !== '55P03') throw error;
    throw new DatabaseUnavailableError(
      `Another program has been migrating ${addressOf(url)} for ${LOCK_SECONDS} s.`,
      {
        hint: 'Wait until it is done and start again; pg_locks shows who holds the advisory lock.',
        cause: error,
      },
    );
  }
}

async function apply(client: Client, migration: Migration): Promise<void> {
  // deferred constraints are checked inside, so that their failure too is told with the migration's name
  const check: SqlStatement = {
    text: 'SET CONSTRAINTS ALL IMMEDIATE',
    start: migration.sql.length,
    words: [],
  };
  for (const statement of [...splitStatements(migration.sql), check]) {
    try {
      await client.query(statement.text);
    } catch (error) {
      throw failed(migration, statement, error);
    }
  }
  await recordMigration(client, migration);
}

function failed(
  { sql, name, file }: Migration,
  statement: SqlStatement,
  error: unknown,
): MigrationFailedError {
  const line = lineAt(sql, statement.start + offsetOf(error, statement.text));
  return new MigrationFailedError(`Migration ${name} failed at ${file}:${line}: ${errorText(error)}`, {
    hint: 'Nothing of it was kept. Mend the cause and start again; the data are as before.',
    params: { migration: name, line, code: errorCode(error) ?? 'none' },
    cause: error,
  });
}

/** PostgreSQL counts whole characters from 1; a character outside the basic plane is two UTF-16 units. */
function offsetOf(error: unknown, text: string): number {
  const position =
    typeof error === 'object' && error !== null && 'position' in error ? Number(error.position) : NaN;
  return Number.isNaN(position)
    ? 0
    : Array.from(text)
        .slice(0, position - 1)
        .join('').length;
}

/** A COMMIT inside the file would keep half of it when a later statement fails. */
function refuseOwnTransactions({ sql, name, file }: Migration): void {
  for (const statement of splitStatements(sql)) {
    const word = transactionWord(statement);
    if (word === undefined) continue;
    const line = lineAt(sql, statement.start);
    throw new MigrationFailedError(`Migration ${name} contains ${word} at ${file}:${line}.`, {
      hint: 'Remove it: each migration runs as one transaction.',
      params: { migration: name, line },
    });
  }
}

/** Migrations that the database lacks, after a look at those it has. */
function pending(
  migrations: readonly Migration[],
  ledger: readonly AppliedMigration[],
): readonly Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const entry of ledger) assertSame(entry, known.get(entry.name));
  const done = new Set(ledger.map((entry) => entry.name));
  return migrations.filter((migration) => !done.has(migration.name));
}

function assertSame(entry: AppliedMigration, migration: Migration | undefined): void {
  if (migration === undefined) {
    throw new MigrationHistoryError(
      `The database is newer than this program: it has migration ${entry.name}.`,
      {
        hint: 'Start the version of Memory Hub that wrote to it last, or a later one.',
        params: { migration: entry.name },
      },
    );
  }
  if (!entry.finished) {
    throw new MigrationHistoryError(`Migration ${entry.name} was begun by another tool and did not finish.`, {
      hint: 'Repair the schema, then mark it with `prisma migrate resolve`.',
      params: { migration: entry.name },
    });
  }
  if (entry.checksum !== migration.checksum) {
    throw new MigrationHistoryError(
      `Migration ${entry.name} was changed after it was applied (${migration.file}).`,
      {
        hint: 'Bring the file back as it was, and put the change into a new migration.',
        params: { migration: entry.name },
      },
    );
  }
}
