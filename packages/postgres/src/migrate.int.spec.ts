import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type EmptyDatabase, createDatabase, query } from './database.fixture';
import { MigrationFailedError, MigrationHistoryError } from './errors';
import { quietLog } from './log';
import { migrate } from './migrate';

let database: EmptyDatabase;
let dir: string;

beforeEach(async () => {
  database = await createDatabase();
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'migrations '));
});

afterEach(async () => {
  fs.rmSync(dir, { recursive: true });
  await database.stop();
});

function write(name: string, sql: string): string {
  fs.mkdirSync(path.join(dir, name), { recursive: true });
  const file = path.join(dir, name, 'migration.sql');
  fs.writeFileSync(file, sql);
  return file;
}

const run = () => migrate({ url: database.url, dir, log: quietLog });
const tables = async () =>
  (
    await query(
      database.url,
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
     AND relkind = 'r' ORDER BY 1`,
    )
  ).map((row) => row['name']);

describe('migrate', () => {
  it('applies what is missing, in order, and nothing the second time', async () => {
    write('2_b', 'ALTER TABLE a ADD n int; INSERT INTO a (n) VALUES (1)');
    write('1_a', 'CREATE TABLE a (); -- the end');
    fs.writeFileSync(path.join(dir, 'migration_lock.toml'), 'provider = "postgresql"');

    await expect(run()).resolves.toEqual({ applied: ['1_a', '2_b'] });
    await expect(run()).resolves.toEqual({ applied: [] });
    write('3_c', 'CREATE TABLE c ()');
    await expect(run()).resolves.toEqual({ applied: ['3_c'] });
    expect(await tables()).toEqual(['_prisma_migrations', 'a', 'c']);
  });

  it('keeps the ledger in the shape of Prisma', async () => {
    write('1_a', 'CREATE TABLE a ()');
    await run();
    await expect(
      query(
        database.url,
        `SELECT migration_name, length(checksum) AS checksum, length(id) AS id, applied_steps_count,
        finished_at >= started_at AS finished, logs, rolled_back_at FROM _prisma_migrations`,
      ),
    ).resolves.toEqual([
      {
        migration_name: '1_a',
        checksum: 64,
        id: 36,
        applied_steps_count: 1,
        finished: true,
        logs: null,
        rolled_back_at: null,
      },
    ]);
  });

  it('keeps nothing of a migration that fails, tells file and line, and goes on after the repair', async () => {
    write('1_a', 'CREATE TABLE a (t text)');
    const file = write(
      '2_b',
      "-- 😀 first\nCREATE TABLE b ();\n\nINSERT INTO a\n  VALUES ('😀'),\n  (nothing);",
    );

    const error: unknown = await run().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(MigrationFailedError);
    expect(error).toMatchObject({
      message: `Migration 2_b failed at ${file}:6: column "nothing" does not exist`,
      params: { migration: '2_b', line: 6, code: '42703' },
    });
    expect(await tables()).toEqual(['_prisma_migrations', 'a']);

    write('2_b', 'CREATE TABLE b ()');
    await expect(run()).resolves.toEqual({ applied: ['2_b'] });
  });

  it('tells the line of the statement when PostgreSQL gives no position', async () => {
    const file = write(
      '1_a',
      'CREATE TABLE a (id int PRIMARY KEY);\nINSERT INTO a VALUES (1);\nINSERT INTO a VALUES (1);',
    );
    await expect(run()).rejects.toThrow(`${file}:3: duplicate key`);
    expect(await tables()).toEqual([]);
  });

  it('names the migration whose deferred constraint fails at the end', async () => {
    write(
      '1_a',
      `CREATE TABLE a (id int PRIMARY KEY, up int REFERENCES a DEFERRABLE INITIALLY DEFERRED);
       INSERT INTO a VALUES (1, 2)`,
    );
    await expect(run()).rejects.toThrow(/^Migration 1_a failed at .*foreign key/);
    expect(await tables()).toEqual([]);
  });

  it.each(['COMMIT', 'BEGIN', 'ROLLBACK', 'END'])('refuses %s in a file before it runs any', async (word) => {
    write('1_a', 'CREATE TABLE a ()');
    const file = write('2_b', `CREATE TABLE b ();\n${word};\nCREATE TABLE c ()`);
    await expect(run()).rejects.toThrow(`Migration 2_b contains ${word} at ${file}:2.`);
    expect(await tables()).toEqual([]);
  });

  it('keeps nothing when a statement cannot run inside a transaction', async () => {
    write('1_a', 'CREATE TABLE a (id int);\nCREATE INDEX CONCURRENTLY i ON a (id)');
    await expect(run()).rejects.toThrow(/:2: CREATE INDEX CONCURRENTLY cannot run inside a transaction/);
    expect(await tables()).toEqual([]);
  });

  it('refuses one that was changed after it was applied, by name, and applies nothing', async () => {
    write('1_a', 'CREATE TABLE a ()');
    await run();
    write('1_a', 'CREATE TABLE a (); -- more');
    write('2_b', 'CREATE TABLE b ()');
    await expect(run()).rejects.toThrow(/^Migration 1_a was changed after it was applied/);
    expect(await tables()).toEqual(['_prisma_migrations', 'a']);
  });

  it('takes other line ends for the same migration', async () => {
    write('1_a', 'CREATE TABLE a (\n)');
    await run();
    write('1_a', 'CREATE TABLE a (\r\n)');
    await expect(run()).resolves.toEqual({ applied: [] });
  });

  it('refuses to run an older program on a newer database', async () => {
    write('1_a', 'CREATE TABLE a ()');
    write('2_b', 'CREATE TABLE b ()');
    await run();
    fs.rmSync(path.join(dir, '2_b'), { recursive: true });
    const refusal = run();
    await expect(refusal).rejects.toThrow(MigrationHistoryError);
    await expect(refusal).rejects.toThrow(/newer than this program: it has migration 2_b/);
  });

  it('refuses to go on after another tool left one unfinished', async () => {
    write('1_a', 'CREATE TABLE a ()');
    await run();
    await query(database.url, 'UPDATE _prisma_migrations SET finished_at = NULL');
    await expect(run()).rejects.toThrow(/1_a was begun by another tool and did not finish/);
    await query(database.url, 'UPDATE _prisma_migrations SET rolled_back_at = now()');
    await query(database.url, 'DROP TABLE a');
    await expect(run()).resolves.toEqual({ applied: ['1_a'] });
  });

  it('applies each migration once when several programs start together', async () => {
    const names = ['1_a', '2_b', '3_c', '4_d'];
    for (const name of names) write(name, `CREATE TABLE t${name} (); SELECT pg_sleep(0.02)`);
    const outcomes = await Promise.all([run(), run(), run(), run()]);
    expect(outcomes.flatMap(({ applied }) => applied).sort()).toEqual(names);
  });

  it('writes to the schema public whatever the search path of the role', async () => {
    await query(database.url, `CREATE SCHEMA other`);
    await query(database.url, `ALTER DATABASE ${database.name} SET search_path = other`);
    write('1_a', 'CREATE TABLE a ()');
    await run();
    expect(await tables()).toEqual(['_prisma_migrations', 'a']);
  });

  it('names an empty folder', async () => {
    fs.mkdirSync(path.join(dir, '1_a'));
    await expect(run()).rejects.toThrow(/1_a holds no migration\.sql/);
  });
});
