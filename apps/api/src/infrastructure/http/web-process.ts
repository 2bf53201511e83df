import { spawn, type ChildProcess } from 'node:child_process';
import { createConnection, createServer } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

export interface WebLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
}

/** The pages' own process under supervision. */
export interface WebProcess {
  readonly url: string;
  isUp(): Promise<boolean>;
  /** Waits until it answers; false when it does not within the time. */
  up(withinMs: number): Promise<boolean>;
  stop(): Promise<void>;
}

const HOST = '127.0.0.1';
const LONGEST_PAUSE_MS = 10_000;
const STEADY_MS = 30_000;
const STOP_MS = 5_000;

/**
 * Runs the server below and ends with its parent: the end of its input is the end of the hub, however the hub ended,
 * so a killed hub leaves nothing behind.
 */
const PROGRAM = "process.stdin.on('close', () => process.exit(0)).resume(); require(process.argv[1]);";

/** Starts the built pages on a free loopback port and starts them again whenever they end. */
export async function startWeb(serverFile: string, log: WebLog): Promise<WebProcess> {
  const port = await freePort();
  const stopped = new AbortController();
  let child: ChildProcess | null = null;
  const running = keepRunning();
  return { url: `http://${HOST}:${port}`, isUp: () => answers(port), up, stop };

  async function keepRunning(): Promise<void> {
    for (let failures = 0; !stopped.signal.aborted; failures += 1) {
      const startedAt = Date.now();
      child = spawnServer(serverFile, port, log);
      const end = await ended(child);
      if (stopped.signal.aborted) return;
      if (Date.now() - startedAt > STEADY_MS) failures = 0;
      const pause = Math.min(LONGEST_PAUSE_MS, 250 * 2 ** failures);
      log.warn({ end, pause }, 'the web process ended; it is started again');
      await wait(pause, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  }

  async function up(withinMs: number): Promise<boolean> {
    for (const deadline = Date.now() + withinMs; Date.now() < deadline && !stopped.signal.aborted;) {
      if (await answers(port)) return true;
      await wait(50);
    }
    return answers(port);
  }

  async function stop(): Promise<void> {
    stopped.abort();
    const ending = child;
    if (ending !== null) {
      ending.kill('SIGTERM');
      const force = setTimeout(() => ending.kill('SIGKILL'), STOP_MS);
      await ended(ending);
      clearTimeout(force);
    }
    await running;
  }
}

function spawnServer(serverFile: string, port: number, log: WebLog): ChildProcess {
  const child = spawn(process.execPath, ['-e', PROGRAM, serverFile], {
    cwd: path.dirname(serverFile),
    // Its own group: Ctrl-C reaches the hub alone, which then ends it in order.
    detached: true,
    env: { NODE_ENV: 'production', HOSTNAME: HOST, PORT: String(port), NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  follow(child.stdout, (line) => log.info({ from: 'web' }, line));
  follow(child.stderr, (line) => log.warn({ from: 'web' }, line));
  child.stdin.on('error', () => undefined); // it ended first, which `exit` tells
  return child;
}

function follow(stream: Readable, tell: (line: string) => void): void {
  createInterface({ input: stream }).on('line', (line) => {
    if (line.trim() !== '') tell(line.trimEnd());
  });
}

async function ended(child: ChildProcess): Promise<string> {
  if (child.exitCode !== null || child.signalCode !== null) return String(child.exitCode ?? child.signalCode);
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(String(code ?? signal)));
    child.once('error', (error) => resolve(error.message));
  });
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: HOST, port });
    const settle = (is: boolean): void => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
    socket.setTimeout(1_000, () => settle(false));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, HOST, () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null
          ? resolve(address.port)
          : reject(new Error('no free port')),
      );
    });
  });
}
