import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Binaries, program } from './binaries';
import { PostgresStartError, errorCode } from './errors';
import type { PostgresLog } from './log';
import type { Place } from './placement';
import { commandLine, isRunning } from './processes';

/** How long each way of stopping may take, mildest first: fast, immediate, by force. */
const STOP_STEPS = [
  { signal: 'INT', seconds: 20 },
  { signal: 'QUIT', seconds: 5 },
  { signal: 'KILL', seconds: 5 },
] as const;
const POLL_MS = 10;
/** Above the highest process number of any system. */
const NO_PROCESS = 2 ** 31 - 1;

/** What `postmaster.pid` tells about the server of a data folder. */
export interface Postmaster {
  readonly pid: number;
  readonly ready: boolean;
}

export function readPostmaster(dataDirectory: string): Postmaster | undefined {
  try {
    const lines = fs.readFileSync(path.join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return Number.isSafeInteger(pid) && pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Ends a server: fast, which rolls open transactions back and writes everything out; by force when that hangs. */
export async function endPostmaster(binaries: Binaries, pid: number): Promise<void> {
  for (const { signal, seconds } of STOP_STEPS) {
    send(binaries, pid, signal);
    const end = Date.now() + seconds * 1_000;
    while (Date.now() < end) {
      if (!isRunning(pid)) return;
      await wait(POLL_MS);
    }
  }
  throw new PostgresStartError(`PostgreSQL (process ${pid}) does not end, not even by force.`, {
    hint: 'Its disk probably hangs. Restart the machine.',
  });
}

function send(binaries: Binaries, pid: number, signal: 'INT' | 'QUIT' | 'KILL'): void {
  if (process.platform === 'win32') {
    spawnSync(program(binaries, 'pg_ctl'), ['kill', signal, String(pid)], { stdio: 'ignore' });
    return;
  }
  try {
    process.kill(pid, `SIG${signal}`);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error; // it is gone, which is what we want
  }
}

/**
 * Clears what a killed hub left in the data folder: a server that still runs is stopped. The note of one that is gone
 * may still bar the next, when its number now belongs to another program or to a dead process that nobody reaped.
 */
export async function clearLeftovers({ dataDirectory, binaries }: Place, log: PostgresLog): Promise<void> {
  const left = readPostmaster(dataDirectory);
  if (left === undefined) return;
  if (!isServerOf(left.pid, dataDirectory)) {
    disown(dataDirectory);
    return;
  }
  log.warn({ pid: left.pid }, 'stopping the PostgreSQL of a hub that was killed');
  try {
    await endPostmaster(binaries, left.pid);
  } catch (error) {
    if (errorCode(error) !== 'EPERM') throw error;
    throw new PostgresStartError(
      `A PostgreSQL of another user (process ${left.pid}) runs on ${dataDirectory}.`,
      {
        hint: `Stop it as that user or as root (kill -INT ${left.pid}), then start again.`,
        cause: error,
      },
    );
  }
  disown(dataDirectory);
}

/** Asks the process itself: the number alone may belong to anyone by now. */
function isServerOf(pid: number, dataDirectory: string): boolean {
  if (!isRunning(pid)) return false;
  const [program, ...rest] = commandLine(pid).split(` -D ${dataDirectory}`);
  return rest.length > 0 && /postgres(?:\.exe)?$/.test(program ?? '');
}

/**
 * Puts a number in the note that no process has. The note itself stays: by its other lines PostgreSQL finds out
 * whether children of the dead server still work on the data, and waits for them.
 */
function disown(dataDirectory: string): void {
  const file = path.join(dataDirectory, 'postmaster.pid');
  if (!fs.existsSync(file)) return;
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/^\d+/, String(NO_PROCESS)));
}
