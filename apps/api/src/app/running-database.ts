import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DomainError } from '@memory-hub/contracts';
import { HubFolderInUseError } from '@memory-hub/postgres';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Settings } from '../config';
import { openDatabase, type OpenDatabase } from './open-database';

/** What the embedded server leaves in the hub's folder for programs of the same user. */
const STATE = z.object({ port: z.int().positive() });

/**
 * The database of this hub for a command on the host, whether the hub runs or not. While it runs, its embedded server
 * is used and left running.
 */
export async function openDatabaseBeside(settings: Settings, log: Logger): Promise<OpenDatabase> {
  try {
    return await openDatabase(settings, log);
  } catch (error) {
    if (!(error instanceof HubFolderInUseError)) throw error;
    return openDatabase(
      {
        ...settings,
        DATABASE_URL: runningUrl(settings.MEMHUB_DATA_DIR),
        MEMHUB_SECRET_KEY: secretOf(settings),
      },
      log,
    );
  }
}

function runningUrl(dataDir: string): string {
  const { port } = STATE.parse(JSON.parse(read(dataDir, 'postgres.json')));
  return `postgresql://memhub_owner:${read(dataDir, 'postgres.password').trim()}@127.0.0.1:${port}/memhub`;
}

function secretOf({ MEMHUB_SECRET_KEY, MEMHUB_DATA_DIR }: Settings): string {
  return MEMHUB_SECRET_KEY ?? read(MEMHUB_DATA_DIR, 'secret.key').trim();
}

function read(dataDir: string, name: string): string {
  const file = path.join(dataDir, name);
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new DomainError('FORBIDDEN', `${file} cannot be read.`, {
      hint: 'Run this as the user who started the hub.',
      cause: error,
    });
  }
}
