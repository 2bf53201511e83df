import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { findBinaries } from './binaries';
import { DATABASE, OWNER, ensureCluster } from './cluster';
import { quoteName, withClient } from './connection';
import { openHubFolder, type HubFolder } from './hub-folder';
import { lockHubFolder } from './hub-lock';
import type { PostgresLog } from './log';
import { type Place, choosePlace } from './placement';
import { clearLeftovers } from './postmaster';
import { type ServerRun, runServer } from './server-process';
import { readServerState, writeServerState } from './server-state';
import { PostgresStartError } from './errors';
import { explainStartFailure, isPortTaken, isStillEnding } from './start-failure';
import { superviseServer, type ServerChange } from './supervisor';

export interface EmbeddedPostgresOptions {
  /** The hub's own folder (`.memhub`); made when missing. */
  readonly dataDir: string;
  readonly log: PostgresLog;
  /** Loopback port of the server. Default: the port of the last start when free, else any. */
  readonly port?: number;
  /** Port on which the hub itself will answer; told to whoever tries to start a second hub in this folder. */
  readonly servingPort?: number;
  /** Hears when the server is lost and when it is back. The address stays the same. */
  readonly onChange?: (change: ServerChange) => void;
  /** For tests: quick, and without a guarantee after a power cut. */
  readonly disposable?: boolean;
  /** Where data and programs go when root's folder is closed to the server's user. Default `/var/lib/memory-hub`. */
  readonly systemFolder?: string;
}

export interface EmbeddedPostgres {
  /** Address of the database `memhub` for the role that owns everything in it. Holds its password. */
  readonly ownerUrl: string;
  /** Of the server that runs now; another one after a restart. */
  readonly pid: number;
  readonly port: number;
  readonly dataDirectory: string;
  /** Stops the server, waits until it is gone and gives the folder free. Calling it again is harmless. */
  stop(): Promise<void>;
}

/** Tries until what is left of a killed server has ended, or a free port is found. */
const ATTEMPTS = 40;
const RETRY_MS = 250;

/**
 * Starts the PostgreSQL that comes with the program on the data below `dataDir`, and keeps it running.
 * @throws HubFolderInUseError, HubFolderError, PostgresStartError, each with the way out
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folder = openHubFolder(options.dataDir);
  const lock = lockHubFolder(folder, options.servingPort);
  try {
    const server = await startInFolder(folder, options);
    let stopping: Promise<void> | undefined;
    const stop = () => (stopping ??= server.stop().finally(() => lock.release()));
    return {
      ...server.address,
      stop,
      get pid() {
        return server.pid();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

interface StartedServer {
  readonly address: { readonly ownerUrl: string; readonly port: number; readonly dataDirectory: string };
  pid(): number;
  stop(): Promise<void>;
}

async function startInFolder(folder: HubFolder, options: EmbeddedPostgresOptions): Promise<StartedServer> {
  const { log, disposable = false, systemFolder = '/var/lib/memory-hub' } = options;
  const place = choosePlace(folder, findBinaries(), systemFolder);
  await clearLeftovers(place, log);
  const password = await ensureCluster({ folder, place, disposable, log });
  const { run, port } = await startOnSomePort(folder, place, options);
  const start = (abandoned: AbortSignal) => runServer({ place, port, logFile: folder.log, log, abandoned });
  const supervisor = superviseServer(run, {
    start,
    dataDirectory: place.dataDirectory,
    log,
    tell: options.onChange,
  });

  const urlOf = (database: string) => `postgresql://${OWNER}:${password}@127.0.0.1:${port}/${database}`;
  try {
    await ensureDatabase(urlOf('postgres'));
  } catch (error) {
    await supervisor.stop();
    throw error;
  }
  log.info({ pid: run.pid, port }, 'PostgreSQL is ready');
  const address = { ownerUrl: urlOf(DATABASE), port, dataDirectory: place.dataDirectory };
  return { address, pid: () => supervisor.pid(), stop: () => supervisor.stop() };
}

async function startOnSomePort(
  folder: HubFolder,
  place: Place,
  { log, port: wanted }: EmbeddedPostgresOptions,
): Promise<{ run: ServerRun; port: number }> {
  let port = wanted ?? (await freePort(readServerState(folder).port));
  for (let attempt = 1; ; attempt += 1) {
    const run = await runServer({ place, port, logFile: folder.log, log });
    if ('pid' in run) {
      writeServerState(folder, { port });
      return { run, port };
    }
    const portTaken = isPortTaken(run.output);
    if (portTaken && wanted !== undefined) throw portInUse(wanted);
    if (attempt === ATTEMPTS || !(portTaken || isStillEnding(run.output))) {
      throw explainStartFailure(run.output, place.dataDirectory);
    }
    if (portTaken) port = await freePort(undefined);
    else await wait(RETRY_MS);
  }
}

function portInUse(port: number): PostgresStartError {
  return new PostgresStartError(`Port ${port} is taken.`, {
    hint: 'Choose another port for PostgreSQL, leave the choice to the hub, or stop the program that listens there.',
    params: { port },
  });
}

/** The wanted port when nothing listens on it, else one that the system offers. */
async function freePort(wanted: number | undefined): Promise<number> {
  return (await tryPort(wanted ?? 0)) ?? (await tryPort(0)) ?? 0;
}

function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', () => resolve(undefined));
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : undefined));
    });
  });
}

async function ensureDatabase(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${quoteName(DATABASE)} TEMPLATE template0`);
  });
}
