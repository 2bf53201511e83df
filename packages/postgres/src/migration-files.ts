import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { MigrationHistoryError } from './errors';

/** One step of the schema: a folder with `migration.sql`. */
export interface Migration {
  /** Name of the folder. Begins with a time, so that the order of names is the order of steps. */
  readonly name: string;
  readonly file: string;
  readonly sql: string;
  /** SHA-256, hexadecimal, of the text with line feeds. */
  readonly checksum: string;
}

export function readMigrations(directory: string): readonly Migration[] {
  return fs
    .readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => readMigration(directory, name));
}

function readMigration(directory: string, name: string): Migration {
  const file = path.join(directory, name, 'migration.sql');
  if (!fs.existsSync(file)) {
    throw new MigrationHistoryError(`${path.dirname(file)} holds no migration.sql.`, {
      hint: 'Bring the file back, or remove the empty folder.',
    });
  }
  // a checkout with other line ends is the same migration
  const sql = fs.readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  return { name, file, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}

/** `prisma/migrations` of the program that runs: the nearest one above this file, built or not. */
export function migrationsDirectory(): string {
  for (let folder = __dirname; ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, 'prisma', 'migrations');
    if (fs.existsSync(candidate)) return candidate;
    if (folder === path.dirname(folder)) break;
  }
  throw new MigrationHistoryError(`There is no prisma/migrations above ${__dirname}.`, {
    hint: 'The program is incomplete: copy the folder prisma/migrations beside it.',
  });
}
