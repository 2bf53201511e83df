import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { majorVersion, program } from './binaries';
import { HubFolderError, PostgresStartError } from './errors';
import {
  type HubFolder,
  explainFolderFailure,
  randomSecret,
  readPrivateFile,
  writePrivateFile,
} from './hub-folder';
import type { PostgresLog } from './log';
import type { Place } from './placement';
import { scramVerifier } from './role-password';
import { serverEnvironment, settingsFile } from './server-settings';
import { runAs } from './server-user';
import { explainStartFailure } from './start-failure';

/** The role that owns the database, and the database. */
export const OWNER = 'memhub_owner';
export const DATABASE = 'memhub';

/** How letters are told from other characters where the built-in rules are not asked; the first one the system has. */
const LETTER_LOCALES = ['C.UTF-8', 'en_US.UTF-8', 'C'];

interface ClusterOptions {
  readonly folder: HubFolder;
  readonly place: Place;
  readonly disposable: boolean;
  readonly log: PostgresLog;
}

/**
 * Makes the data folder when there is none, whole or not at all, and its settings anew.
 * @returns the owner's password
 */
export async function ensureCluster(options: ClusterOptions): Promise<string> {
  const { place, folder } = options;
  if (!fs.existsSync(place.dataDirectory)) await createCluster(options);
  assertOwned(place);
  assertVersion(place);
  const password = readPrivateFile(folder.password) ?? resetPassword(options);
  try {
    fs.chmodSync(place.dataDirectory, 0o700);
    writeAsServer(place, path.join(place.dataDirectory, 'memhub.conf'), settingsFile(options.disposable));
  } catch (error) {
    throw explainFolderFailure(place.dataDirectory, error);
  }
  return password;
}

/** A start that was killed half-way leaves only a draft of its own, which the next start removes. */
async function createCluster({ folder, place, disposable, log }: ClusterOptions): Promise<void> {
  const draft = `${place.dataDirectory}.new-${process.pid}`;
  const passwordFile = `${place.dataDirectory}.password`;
  const password = readPrivateFile(folder.password) ?? randomSecret();
  log.info({ dataDirectory: place.dataDirectory }, 'making the database; this happens once');
  try {
    removeDrafts(place.dataDirectory);
    writePrivateFile(folder.password, password);
    writePrivateFile(passwordFile, password);
    giveToServer(place, passwordFile);
    await runInitdb(place, { draft, passwordFile, disposable });
    fs.appendFileSync(path.join(draft, 'postgresql.conf'), "\ninclude 'memhub.conf'\n");
    fs.renameSync(draft, place.dataDirectory);
  } catch (error) {
    throw error instanceof PostgresStartError ? error : explainFolderFailure(place.dataDirectory, error);
  } finally {
    fs.rmSync(passwordFile, { force: true });
    fs.rmSync(draft, { recursive: true, force: true });
  }
}

function removeDrafts(dataDirectory: string): void {
  const parent = path.dirname(dataDirectory);
  const drafts = fs
    .readdirSync(parent)
    .filter((name) => name.startsWith(`${path.basename(dataDirectory)}.new-`));
  for (const name of drafts) fs.rmSync(path.join(parent, name), { recursive: true, force: true });
}

interface InitdbFiles {
  readonly draft: string;
  readonly passwordFile: string;
  readonly disposable: boolean;
}

async function runInitdb(place: Place, files: InitdbFiles): Promise<void> {
  for (const letters of LETTER_LOCALES) {
    fs.rmSync(files.draft, { recursive: true, force: true });
    fs.mkdirSync(files.draft, { mode: 0o700 });
    giveToServer(place, files.draft);
    const { code, output } = await initdb(place, files, letters);
    if (code === 0) return;
    if (!output.includes('invalid locale name')) throw explainStartFailure(output, place.dataDirectory);
  }
  throw new PostgresStartError('The embedded PostgreSQL accepts no locale of this system.', {
    hint: 'Start a PostgreSQL ≥ 15 yourself and set DATABASE_URL.',
  });
}

/** Order by code point and Unicode letters without the system's tables: the same on every machine, index for index. */
function initdb(
  place: Place,
  files: InitdbFiles,
  letters: string,
): Promise<{ code: number | null; output: string }> {
  const args = [
    ...['-D', files.draft, '-U', OWNER, '-A', 'scram-sha-256', '--pwfile', files.passwordFile, '-E', 'UTF8'],
    ...[
      '--locale-provider',
      'builtin',
      '--builtin-locale',
      'C.UTF-8',
      '--locale',
      'C',
      '--lc-ctype',
      letters,
    ],
    ...['--no-instructions', ...(files.disposable ? ['--no-sync'] : [])],
  ];
  const child = spawn(program(place.binaries, 'initdb'), args, {
    ...runAs(place.user),
    env: serverEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const collect = (bytes: Buffer) => (output += bytes.toString());
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

function assertOwned({ dataDirectory, user }: Place): void {
  const uid = user?.uid ?? process.getuid?.();
  const owner = fs.statSync(dataDirectory).uid;
  if (uid === undefined || owner === uid) return;
  throw new HubFolderError(
    `${dataDirectory} belongs to user number ${owner}; PostgreSQL would run as ${uid}.`,
    {
      hint: 'Start the hub as the user who started it before, or give the data over with `chown -R`.',
    },
  );
}

function assertVersion({ dataDirectory, binaries }: Place): void {
  const file = path.join(dataDirectory, 'PG_VERSION');
  const found = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : 'nothing';
  const brought = String(majorVersion(binaries));
  if (found === brought) return;
  throw new HubFolderError(
    `${dataDirectory} holds data of PostgreSQL ${found}; this program brings ${brought}.`,
    {
      hint: 'Start the version of Memory Hub that made them and take a backup, then restore it into an empty folder.',
    },
  );
}

/** The password file is gone but the data are ours: set a new one in single-user mode, which asks for none. */
function resetPassword({ folder, place, log }: ClusterOptions): string {
  const password = randomSecret();
  const { status, stderr } = spawnSync(
    program(place.binaries, 'postgres'),
    ['--single', '-D', place.dataDirectory, 'postgres'],
    {
      ...runAs(place.user),
      env: serverEnvironment(),
      input: `ALTER ROLE ${OWNER} PASSWORD '${scramVerifier(password)}'\n`,
      encoding: 'utf8',
    },
  );
  if (status !== 0 || stderr.includes('ERROR:')) throw explainStartFailure(stderr, place.dataDirectory);
  writePrivateFile(folder.password, password);
  log.warn({ file: folder.password }, 'the password file was missing; the database owner has a new password');
  return password;
}

function writeAsServer(place: Place, file: string, text: string): void {
  fs.writeFileSync(file, text, { mode: 0o600 });
  giveToServer(place, file);
}

function giveToServer({ user }: Place, file: string): void {
  if (user !== undefined) fs.chownSync(file, user.uid, user.gid);
}
