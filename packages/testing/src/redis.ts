import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { rmSync } from 'node:fs';
import { freePort, temporaryFolder } from './hub-process';
import { until } from './until';

export interface TestRedis {
  readonly url: string;
  /** Starts it again after `kill`, under the same address and empty. */
  start(): Promise<void>;
  /** SIGKILL: everything it held is lost. */
  kill(): Promise<void>;
  /** Ends it for good. */
  stop(): Promise<void>;
}

/**
 * Debian's `redis-server` on a free loopback port, without files.
 * @throws with the install line when it is missing; `npm test` leaves files named `*.redis.int.spec.ts` out then
 */
export async function startTestRedis(): Promise<TestRedis> {
  if (spawnSync('redis-server', ['--version']).error !== undefined)
    throw new Error('redis-server is missing. Install it on Debian: sudo apt-get install redis-server');
  const port = await freePort();
  const folder = temporaryFolder();
  let server: ChildProcess | null = null;

  const kill = async (): Promise<void> => {
    const running = server;
    server = null;
    if (running === null || running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise<void>((done) => running.once('exit', () => done()));
    running.kill('SIGKILL');
    await ended;
  };
  const start = async (): Promise<void> => {
    server = spawn('redis-server', settings(port, folder), { stdio: 'ignore' });
    await until(() => answers(port), { what: 'an answer of redis-server' });
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    kill,
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function settings(port: number, folder: string): string[] {
  return ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
}

async function answers(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('data', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
}
