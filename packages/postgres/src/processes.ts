import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { errorCode } from './errors';

/** Whether a process with this id runs. A process that only waits to be reaped does not count. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
  return linuxStat(pid)?.state !== 'Z';
}

/**
 * Tells a process from a later one that was given the same id: its start time, with the boot it belongs to.
 * Nothing where the system does not say.
 */
export function processIdentity(pid: number): string | undefined {
  if (process.platform === 'linux') {
    const stat = linuxStat(pid);
    return stat && `${readText('/proc/sys/kernel/random/boot_id') ?? ''}:${stat.startTime}`;
  }
  return process.platform === 'win32' ? undefined : askPs(pid, 'lstart=');
}

/** Program and arguments of a running process; empty when it is gone or not ours to see. */
export function commandLine(pid: number): string {
  if (process.platform === 'linux') return readText(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ') ?? '';
  return process.platform === 'win32' ? '' : (askPs(pid, 'command=') ?? '');
}

function linuxStat(pid: number): { state: string; startTime: string } | undefined {
  const text = process.platform === 'linux' ? readText(`/proc/${pid}/stat`) : undefined;
  if (text === undefined) return undefined;
  // the name in parentheses may hold spaces and parentheses; proc(5) counts the state as field 3, the start as 22
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', startTime: fields[19] ?? '' };
}

function readText(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8').trim();
  } catch {
    return undefined; // the process ended meanwhile, or /proc is not ours to read
  }
}

function askPs(pid: number, column: string): string | undefined {
  try {
    const answer = execFileSync('ps', ['-o', column, '-p', String(pid)], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return answer.toString().trim() || undefined;
  } catch {
    return undefined; // ps says by its exit code that there is no such process
  }
}
