import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the repository. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');

const LOCAL_PROGRAMS = path.join(ROOT, 'node_modules', '.bin');

/** Everything but results goes to the error output, so that results can be piped. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** Environment of the tools: the workspace's own programs first, no questions, no calls home. */
export function toolEnvironment() {
  return {
    ...process.env,
    NODE_ENV: undefined, // "production" would leave out what builds and tests need
    PATH: [LOCAL_PROGRAMS, path.dirname(process.execPath), process.env.PATH ?? ''].join(path.delimiter),
    TURBO_TELEMETRY_DISABLED: '1',
    NEXT_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
  };
}

/**
 * Runs a program to its end. Ctrl-C and `kill` are passed on, so that it can clear up; then this process follows.
 * @returns its exit code; 128 + n after signal n, as shells count
 */
export function runToEnd(command, args, options = {}) {
  const child = spawn(command, args, {
    cwd: ROOT,
    env: toolEnvironment(),
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32' && !path.isAbsolute(command),
    ...options,
  });
  options.onSpawn?.(child);
  const stopPassing = passSignals(child);
  return new Promise((resolve) => {
    child.once('error', (error) => {
      stopPassing();
      say(`${command} cannot be run: ${error.message}`);
      resolve(127);
    });
    child.once('exit', (code, signal) => {
      stopPassing();
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}

const REPEAT_MS = 500;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * npm passes on a signal that the terminal has already sent to the whole group: the same one twice counts once.
 * A signal to npm alone ends only the shell between it and this process, which shows by the change of our parent.
 */
function passSignals(child) {
  const last = {};
  const pass = (signal) => {
    const now = performance.now();
    if (now - (last[signal] ?? -REPEAT_MS) < REPEAT_MS) return;
    last[signal] = now;
    stopRequested = true;
    child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
  };
  const parent = process.ppid;
  const orphaned = () => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    pass('SIGTERM');
  };
  const watch = startedByNpm() ? setInterval(orphaned, REPEAT_MS) : undefined;
  for (const signal of SIGNALS) process.on(signal, pass);
  return () => {
    clearInterval(watch);
    for (const signal of SIGNALS) process.off(signal, pass);
  };
}

function startedByNpm() {
  return process.env.npm_lifecycle_event !== undefined;
}

let stopRequested = false;

/** Whether somebody asked this process to end: then nothing new is begun. */
export function wasStopped() {
  return stopRequested;
}
