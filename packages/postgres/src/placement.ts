import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { type Binaries, copyBinaries, program } from './binaries';
import { HubFolderError, PostgresStartError, errorText } from './errors';
import { type HubFolder, explainFolderFailure } from './hub-folder';
import { readServerState, writeServerState } from './server-state';
import { type ServerUser, canEnter, chooseServerUser, firstClosedFolder, runAs } from './server-user';

/** Where the server's data and programs are, and as whom it runs. */
export interface Place {
  readonly dataDirectory: string;
  readonly binaries: Binaries;
  /** Only when the hub was started as root. */
  readonly user: ServerUser | undefined;
}

/**
 * Data are kept in `pg` below the hub's folder. Only when the hub was started as root in a folder that the server's
 * user cannot enter (a closed home, say), they are kept in `<systemFolder>/<16 hex of the folder's path>/pg`, and the
 * programs are copied beside them; `postgres.json` in the hub's folder then remembers the place.
 */
export function choosePlace(folder: HubFolder, binaries: Binaries, systemFolder: string): Place {
  const recorded = readServerState(folder).dataDirectory;
  if (recorded !== undefined) assertStillThere(recorded, folder);
  const known = recorded ?? folder.data;
  const existing = fs.existsSync(known) ? known : undefined;
  const user = chooseServerUser(existing);
  if (user === undefined) return { dataDirectory: known, binaries: runnable(binaries, undefined), user };

  if (existing !== undefined) assertReachable(user, existing);
  const inside = existing !== undefined || recorded !== undefined || canEnter(user, folder.path);
  return {
    dataDirectory: inside ? known : placeOutside(folder, systemFolder),
    binaries: reachableBinaries(binaries, user, systemFolder),
    user,
  };
}

function placeOutside(folder: HubFolder, systemFolder: string): string {
  const key = createHash('sha256').update(folder.path).digest('hex').slice(0, 16);
  const dataDirectory = path.join(systemFolder, key, 'pg');
  if (fs.existsSync(dataDirectory)) {
    throw new HubFolderError(`${dataDirectory} holds the data of an earlier hub of ${folder.path}.`, {
      hint: `Restore ${folder.path} from a backup to use them, or delete ${path.dirname(dataDirectory)} to begin empty.`,
    });
  }
  try {
    fs.mkdirSync(path.dirname(dataDirectory), { recursive: true, mode: 0o755 });
  } catch (error) {
    throw explainFolderFailure(path.dirname(dataDirectory), error);
  }
  writeServerState(folder, { dataDirectory });
  return dataDirectory;
}

function assertStillThere(dataDirectory: string, folder: HubFolder): void {
  if (fs.existsSync(path.dirname(dataDirectory))) return;
  throw new HubFolderError(`The data of this hub were in ${dataDirectory}, which is gone.`, {
    hint: `Bring that folder back, or delete ${folder.state} and ${folder.password} to begin empty.`,
  });
}

function assertReachable(user: ServerUser, dataDirectory: string): void {
  const closed = firstClosedFolder(user, dataDirectory);
  if (closed === undefined) return;
  throw new HubFolderError(`User ${user.name}, as whom PostgreSQL runs, cannot enter ${closed}.`, {
    hint: `Run \`chmod o+x '${closed}'\`, move the hub's folder elsewhere, or start the hub as an ordinary user.`,
  });
}

function reachableBinaries(binaries: Binaries, user: ServerUser, systemFolder: string): Binaries {
  if (answers(binaries, user) === undefined) return binaries;
  try {
    return runnable(copyBinaries(binaries, systemFolder), user);
  } catch (error) {
    if (error instanceof PostgresStartError) throw error;
    throw explainFolderFailure(systemFolder, error);
  }
}

function runnable(binaries: Binaries, user: ServerUser | undefined): Binaries {
  const fault = answers(binaries, user);
  if (fault === undefined) return binaries;
  throw new PostgresStartError(`The embedded PostgreSQL does not run on this system: ${fault}`, {
    hint: 'It needs the GNU C library. Where that is missing, start a PostgreSQL ≥ 15 yourself and set DATABASE_URL.',
  });
}

/** Why the program does not even tell its version; nothing when it does. */
function answers(binaries: Binaries, user: ServerUser | undefined): string | undefined {
  const { error, status, stderr } = spawnSync(program(binaries, 'postgres'), ['--version'], {
    ...runAs(user),
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  if (error !== undefined) return errorText(error);
  return status === 0 ? undefined : stderr.trim() || `exit code ${status ?? 'none'}`;
}
