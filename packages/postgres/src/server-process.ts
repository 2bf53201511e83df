import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { program } from './binaries';
import type { PostgresLog } from './log';
import type { Place } from './placement';
import { endPostmaster, readPostmaster } from './postmaster';
import { fixedArguments, serverEnvironment } from './server-settings';
import { runAs } from './server-user';

const LOG_BYTES_KEPT = 8 * 1024 * 1024;
const POLL_MS = 5;
const TELL_EVERY_MS = 10_000;

export interface ServerOptions {
  readonly place: Place;
  readonly port: number;
  /** File that takes what the server writes. */
  readonly logFile: string;
  readonly log: PostgresLog;
  /** Gives the start up. */
  readonly abandoned?: AbortSignal;
}

/** One run of the server, in a process group of its own: Ctrl-C in the terminal reaches the hub, which then stops it. */
export interface ServerRun {
  readonly pid: number;
  /** Resolves, never rejects, when the process is gone. */
  readonly ended: Promise<ServerEnd>;
  stop(): Promise<void>;
}

export interface ServerEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** What the server wrote during this run. */
  readonly output: string;
}

/**
 * Starts the server and waits until it takes connections, however long the repair after a crash lasts.
 * @returns the run, or how it ended before it was ready
 */
export async function runServer(options: ServerOptions): Promise<ServerRun | ServerEnd> {
  const { place, logFile, port } = options;
  rotate(logFile);
  const handle = fs.openSync(logFile, 'a', 0o600);
  const begin = fs.fstatSync(handle).size;
  const child = spawn(program(place.binaries, 'postgres'), fixedArguments(place.dataDirectory, port), {
    ...runAs(place.user),
    env: serverEnvironment(),
    stdio: ['ignore', handle, handle],
    detached: true,
    windowsHide: true,
  });
  fs.closeSync(handle);
  const ended = endOf(child, () => readEnd(logFile, begin));
  const { pid } = child;
  if (pid === undefined) return ended;
  const guard = guardServer(pid);
  void ended.then(() => guard?.kill('SIGKILL'));
  const abandon = () => void child.kill('SIGINT');
  options.abandoned?.addEventListener('abort', abandon);
  const end = await untilReady(pid, ended, options);
  options.abandoned?.removeEventListener('abort', abandon);
  if (end !== undefined) return end;

  child.unref(); // a program that has nothing else to do may end; the guard then stops the server
  const stop = () => {
    child.ref(); // its end must be heard before this process has nothing else to do
    return endPostmaster(place.binaries, pid);
  };
  return { pid, ended, stop };
}

function endOf(child: ChildProcess, output: () => string): Promise<ServerEnd> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: null, output: error.message }));
    child.once('exit', (code, signal) => resolve({ code, signal, output: output() }));
  });
}

async function untilReady(
  pid: number,
  ended: Promise<ServerEnd>,
  { place, log }: ServerOptions,
): Promise<ServerEnd | undefined> {
  let end: ServerEnd | undefined;
  void ended.then((value) => (end = value));
  for (let waited = 0; end === undefined; waited += POLL_MS) {
    const postmaster = readPostmaster(place.dataDirectory);
    if (postmaster?.pid === pid && postmaster.ready) return undefined;
    if (waited % TELL_EVERY_MS === TELL_EVERY_MS - POLL_MS) {
      log.info({ pid }, 'PostgreSQL repairs the database after a crash');
    }
    await wait(POLL_MS);
  }
  return end;
}

/**
 * A shell that waits for this process to end, in whatever way, and then stops the server. It learns of it by the end
 * of its input, which the system closes even after SIGKILL.
 */
function guardServer(pid: number): ChildProcess | undefined {
  if (process.platform === 'win32') return undefined;
  const guard = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$1"', 'memory-hub-guard', String(pid)], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.once('error', () => undefined); // without a shell the next start clears up
  guard.unref();
  return guard;
}

function rotate(logFile: string): void {
  if (!fs.existsSync(logFile) || fs.statSync(logFile).size < LOG_BYTES_KEPT) return;
  fs.renameSync(logFile, `${logFile}.1`);
}

/** The last 64 kB of what stands in the file after `begin`. */
function readEnd(file: string, begin: number): string {
  const size = fs.existsSync(file) ? fs.statSync(file).size : 0;
  const from = Math.max(begin, size - 64 * 1024);
  if (size <= from) return '';
  const bytes = Buffer.alloc(size - from);
  const handle = fs.openSync(file, 'r');
  fs.readSync(handle, bytes, 0, bytes.length, from);
  fs.closeSync(handle);
  return bytes.toString();
}
