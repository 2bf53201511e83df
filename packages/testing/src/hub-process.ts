import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export interface HubProcessOptions {
  /** Folder to keep between starts; a fresh one that is removed at the end when left out. */
  readonly dataDir?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Roles of the process; without `web` it starts faster. */
  readonly roles?: string;
  readonly port?: number;
}

export interface HubProcess {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  readonly pid: number;
  /** Token of the one-time link that the hub printed; null once it is set up. */
  readonly setupToken: string | null;
  /** Milliseconds from spawn to ready. */
  readonly startedIn: number;
  output(): string;
  /** Ends it the polite way and waits. */
  stop(): Promise<number | null>;
  /** SIGKILL to the hub alone, as a crash would be. */
  kill(): Promise<void>;
}

const REPOSITORY = resolve(__dirname, '../../..');
const START_MILLISECONDS = 90_000;

/** Starts the built hub on an embedded database, as a user would. */
export async function startHubProcess(options: HubProcessOptions = {}): Promise<HubProcess> {
  const port = options.port ?? (await freePort());
  const dataDir = options.dataDir ?? temporaryFolder();
  const began = performance.now();
  const child = spawn(process.execPath, [join(REPOSITORY, 'apps/api/dist/main.js')], {
    cwd: REPOSITORY,
    env: {
      ...inherited(),
      MEMHUB_PORT: String(port),
      MEMHUB_DATA_DIR: dataDir,
      MEMHUB_ROLES: options.roles ?? 'api,mcp,worker',
      ...options.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer): void => void (output += chunk.toString('utf8'));
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const url = `http://127.0.0.1:${port}`;
  await ready({ url, child, output: () => output });
  return {
    url,
    port,
    dataDir,
    pid: child.pid ?? 0,
    setupToken: /\/setup\?token=([\w.~-]+)/.exec(output)?.[1] ?? null,
    startedIn: performance.now() - began,
    output: () => output,
    stop: async () => {
      child.kill('SIGTERM');
      const code = await exit(child);
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
      return code;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exit(child);
    },
  };
}

/** A folder that the database's own user may enter, also when the tests run as root. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'memhub-'));
  chmodSync(folder, 0o755);
  return folder;
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null ? done(address.port) : fail(new Error('no port')),
      );
    });
  });
}

/** Settings of the surrounding shell must not leak into the hub under test. */
function inherited(): NodeJS.ProcessEnv {
  const names = Object.keys(process.env).filter(
    (name) => !/^(MEMHUB_|DATABASE_URL|REDIS_URL|MEILI_|QDRANT_|NODE_OPTIONS|JEST_)/.test(name),
  );
  return { ...Object.fromEntries(names.map((name) => [name, process.env[name]])), NODE_ENV: 'production' };
}

async function ready({
  url,
  child,
  output,
}: {
  url: string;
  child: ChildProcess;
  output: () => string;
}): Promise<void> {
  const deadline = performance.now() + START_MILLISECONDS;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the hub ended with ${child.exitCode}:\n${output()}`);
    if (/is running\.\n/.test(output()) && (await answers(`${url}/readyz`))) return;
    if (performance.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`the hub was not ready in time:\n${output()}`);
    }
    await new Promise((next) => setTimeout(next, 50));
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

async function exit(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  return new Promise((done) => child.once('exit', (code) => done(code)));
}
