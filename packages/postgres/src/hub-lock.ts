import fs from 'node:fs';
import { HubFolderInUseError, errorCode } from './errors';
import { type HubFolder, createPrivateFile, explainFolderFailure } from './hub-folder';
import { isRunning, processIdentity } from './processes';

/** Held while one hub works in a folder. Dies with the process: the next start sees that and takes it over. */
export interface HubLock {
  release(): void;
}

interface Holder {
  readonly pid: number;
  readonly identity?: string;
  readonly startedAt: string;
  readonly servingPort?: number;
}

/**
 * Takes the folder for this process.
 * @param servingPort the port on which the hub answers, told to whoever tries to start a second one
 * @throws HubFolderInUseError when a living process holds it
 */
export function lockHubFolder(folder: HubFolder, servingPort?: number): HubLock {
  const identity = processIdentity(process.pid);
  const holder: Holder = {
    pid: process.pid,
    startedAt: new Date().toISOString(),
    ...(identity === undefined ? {} : { identity }),
    ...(servingPort === undefined ? {} : { servingPort }),
  };
  const text = JSON.stringify(holder);
  while (!createPrivateFile(folder.lock, text)) removeDeadLock(folder);
  return { release: () => releaseLock(folder.lock, text) };
}

function removeDeadLock(folder: HubFolder): void {
  const seen = readLock(folder.lock);
  if (seen === undefined) return;
  const holder = parseHolder(seen);
  if (holder !== undefined && isAlive(holder)) throw inUse(folder, holder);

  const aside = `${folder.lock}.${process.pid}.dead`;
  try {
    fs.renameSync(folder.lock, aside);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return; // another start removed it first
    throw explainFolderFailure(folder.lock, error);
  }
  // another start may have replaced the dead lock by its own since we looked: give that one back
  const taken = readLock(aside);
  if (taken !== undefined && taken !== seen) createPrivateFile(folder.lock, taken);
  fs.rmSync(aside, { force: true });
}

function isAlive(holder: Holder): boolean {
  if (!isRunning(holder.pid)) return false;
  const identity = processIdentity(holder.pid);
  return holder.identity === undefined || identity === undefined || identity === holder.identity;
}

function inUse(folder: HubFolder, holder: Holder): HubFolderInUseError {
  const port = holder.servingPort === undefined ? '' : `, port ${holder.servingPort}`;
  return new HubFolderInUseError(
    `A hub already runs in ${folder.path} (process ${holder.pid}${port}, since ${holder.startedAt}).`,
    {
      hint: `Use that hub, stop it first (kill ${holder.pid}), or start this one in another folder.`,
      params: { pid: holder.pid, port: holder.servingPort ?? 0 },
    },
  );
}

function readLock(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw explainFolderFailure(file, error);
  }
}

/** Nothing when the text is not a lock of ours: a file cut short by a full disk names no living process. */
function parseHolder(text: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'pid' in value && Number.isSafeInteger(value.pid)
      ? (value as Holder)
      : undefined;
  } catch {
    return undefined;
  }
}

function releaseLock(file: string, text: string): void {
  if (readLock(file) === text) fs.rmSync(file, { force: true });
}
