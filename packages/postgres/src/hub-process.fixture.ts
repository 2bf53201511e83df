import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { isRunning } from './processes';

/** A hub in a process, and a process group, of its own. */
export interface HubProcess {
  readonly pid: number;
  readonly ownerUrl: string;
  readonly postgresPid: number;
  /** The next line it tells. */
  next(): Promise<Record<string, unknown>>;
  /** Resolves with its exit code or signal. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
}

export async function startHub(dataDir: string, servingPort = 0): Promise<HubProcess> {
  const root = path.resolve(__dirname, '../../..');
  const child = spawn(
    process.execPath,
    [
      '-r',
      path.join(root, 'test/support/register-typescript.cjs'),
      path.join(__dirname, 'fake-hub.fixture.ts'),
    ].concat(dataDir, String(servingPort)),
    { stdio: ['ignore', 'pipe', 'inherit'], detached: true },
  );
  const lines: AsyncIterator<string, undefined> = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await lines.next()).value ?? '{}') as Record<string, unknown>;
  const first = await next();
  if (typeof first['ownerUrl'] !== 'string')
    throw new Error(`The hub did not start: ${JSON.stringify(first)}`);
  return {
    pid: child.pid ?? 0,
    ownerUrl: first['ownerUrl'],
    postgresPid: Number(first['pid']),
    next,
    ended: endOf(child),
  };
}

function endOf(child: ChildProcess): Promise<number | NodeJS.Signals | null> {
  return new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));
}

/** Waits for a condition; fails with its name when it does not come true within half a minute. */
export async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 30_000; Date.now() < end; await wait(10)) {
    if (await condition()) return;
  }
  throw new Error(`Waited in vain: ${what}`);
}

export function gone(pid: number): Promise<void> {
  return until(`process ${pid} ends`, () => !isRunning(pid));
}

/** Kills the shell that would stop the server after its hub. */
export function killGuardOf(postgresPid: number): void {
  const list = execFileSync('ps', ['-eo', 'pid=,args=']).toString().split('\n');
  const guard = list.find((line) => line.endsWith(`memory-hub-guard ${postgresPid}`));
  process.kill(Number.parseInt(guard ?? '', 10), 'SIGKILL');
}
