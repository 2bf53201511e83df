import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { query } from './database.fixture';
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from './embedded-postgres';
import { HubFolderError, HubFolderInUseError, PostgresStartError } from './errors';
import { type HubProcess, gone, killGuardOf, startHub, until } from './hub-process.fixture';
import { quietLog } from './log';
import { isRunning } from './processes';
import type { ServerChange } from './supervisor';

let parent: string;
let dataDir: string;

beforeAll(() => {
  parent = fs.mkdtempSync(path.join(os.tmpdir(), "hub's own folder "));
  fs.chmodSync(parent, 0o755);
  dataDir = path.join(parent, '.memhub');
});

afterAll(() => fs.rmSync(parent, { recursive: true }));

const start = (options: Partial<EmbeddedPostgresOptions> = {}) =>
  startEmbeddedPostgres({ dataDir, log: quietLog, ...options });
const inside = (...names: string[]) => path.join(dataDir, ...names);
const write = (url: string, mark: string) =>
  query(url, `CREATE TABLE IF NOT EXISTS mark (t text PRIMARY KEY); INSERT INTO mark VALUES ('${mark}')`);
const marks = async (url: string) =>
  (await query(url, 'SELECT t FROM mark ORDER BY t')).map((row) => row['t']);
const kill = (pid: number) => process.kill(pid, 'SIGKILL');

describe('an embedded server', () => {
  it('keeps its data and its port from start to start, and secrets from other users', async () => {
    const first = await start();
    await write(first.ownerUrl, 'kept');
    await first.stop();
    await first.stop();
    expect(isRunning(first.pid)).toBe(false);

    const second = await start();
    expect(second.ownerUrl).toBe(first.ownerUrl);
    expect(await marks(second.ownerUrl)).toEqual(['kept']);
    await second.stop();
    for (const name of ['postgres.password', 'postgres.json', 'postgres.log']) {
      expect(fs.statSync(inside(name)).mode & 0o777).toBe(0o600);
    }
    expect(fs.existsSync(inside('hub.lock'))).toBe(false);
  });

  it('orders by code point, knows the letters of all languages, counts time in UTC and keeps what it confirmed', async () => {
    const server = await start();
    const [row] = await query(
      server.ownerUrl,
      `SELECT lower('ÄЖ') AS lower, 'Z' < 'a' AS by_code_point, current_setting('server_encoding') AS encoding,
        current_setting('TimeZone') AS zone, current_setting('fsync') AS fsync,
        current_setting('synchronous_commit') AS durable, current_setting('listen_addresses') AS listens`,
    );
    await server.stop();
    expect(row).toEqual({
      lower: 'äж',
      by_code_point: true,
      encoding: 'UTF8',
      zone: 'UTC',
      fsync: 'on',
      durable: 'on',
      listens: '127.0.0.1',
    });
  });

  it('is started once per folder: the second start names process and port', async () => {
    const server = await start({ servingPort: 4711 });
    const refusal = start();
    await expect(refusal).rejects.toThrow(HubFolderInUseError);
    await expect(refusal).rejects.toMatchObject({
      message: expect.stringContaining(`process ${process.pid}, port 4711`),
      params: { pid: process.pid, port: 4711 },
    });
    expect(await query(server.ownerUrl, 'SELECT 1')).toHaveLength(1);
    await server.stop();
  });

  it('comes back after its process was killed, at the same address, with every confirmed row', async () => {
    const changes: ServerChange[] = [];
    const server = await start({ onChange: (change) => changes.push(change) });
    const { pid } = server;
    await write(server.ownerUrl, 'before the kill');
    kill(pid);
    await until('the server is back', () => changes.at(-1)?.kind === 'up');
    expect(changes[0]).toMatchObject({ kind: 'down', reason: expect.stringContaining('SIGKILL') });
    expect(server.pid).not.toBe(pid);
    expect(await marks(server.ownerUrl)).toContain('before the kill');
    await server.stop();
    expect(isRunning(server.pid)).toBe(false);
  });

  it('stops while it is being started again', async () => {
    let onChange: (change: ServerChange) => void = () => undefined;
    const down = new Promise<ServerChange>((resolve) => {
      onChange = resolve;
    });
    const server = await start({ onChange: (change) => onChange(change) });
    kill(server.pid);
    expect(await down).toMatchObject({ kind: 'down' });
    await server.stop();
    expect(isRunning(server.pid)).toBe(false);
    expect(fs.existsSync(inside('hub.lock'))).toBe(false);
  });

  it('takes another port when the last one is taken, and names a taken port that was asked for', async () => {
    const port = Number(
      (JSON.parse(fs.readFileSync(inside('postgres.json'), 'utf8')) as { port: number }).port,
    );
    const rival = net.createServer();
    await new Promise<void>((resolve) => rival.listen(port, '127.0.0.1', resolve));
    const refusal = start({ port });
    await expect(refusal).rejects.toThrow(PostgresStartError);
    await expect(refusal).rejects.toThrow(`Port ${port} is taken.`);

    const server = await start();
    expect(server.port).not.toBe(port);
    await server.stop();
    await new Promise((resolve) => rival.close(resolve));
  });

  it('sets a new password when the file with the old one is gone', async () => {
    fs.rmSync(inside('postgres.password'));
    const server = await start();
    expect(await marks(server.ownerUrl)).toContain('kept');
    await server.stop();
  });

  it('refuses data of another version, and leaves them alone', async () => {
    const version = fs.readFileSync(inside('pg', 'PG_VERSION'), 'utf8');
    fs.writeFileSync(inside('pg', 'PG_VERSION'), '14\n');
    await expect(start()).rejects.toThrow(/holds data of PostgreSQL 14; this program brings 18/);
    fs.writeFileSync(inside('pg', 'PG_VERSION'), version);
    await (await start()).stop();
  });

  it('begins again when making the data was cut short', async () => {
    const folder = path.join(parent, 'cut short');
    fs.mkdirSync(path.join(folder, 'pg.new-1', 'base'), { recursive: true });
    const server = await start({ dataDir: folder, disposable: true });
    expect(await query(server.ownerUrl, 'SELECT 1')).toHaveLength(1);
    await server.stop();
    expect(fs.readdirSync(folder).sort()).toEqual([
      'pg',
      'postgres.json',
      'postgres.log',
      'postgres.password',
    ]);
  });

  it('says so when its folder is a file', async () => {
    const file = path.join(parent, 'file');
    fs.writeFileSync(file, '');
    await expect(start({ dataDir: file })).rejects.toThrow(HubFolderError);
  });
});

describe('after a hub was killed', () => {
  let hub: HubProcess;

  beforeEach(async () => {
    hub = await startHub(dataDir);
    await query(hub.ownerUrl, 'TRUNCATE mark; ALTER TABLE mark SET LOGGED');
    await write(hub.ownerUrl, 'confirmed');
  });

  async function expectNormalStart(): Promise<void> {
    const server = await start();
    expect(await marks(server.ownerUrl)).toEqual(['confirmed']);
    await server.stop();
  }

  it('its server ends by itself', async () => {
    kill(hub.pid);
    await gone(hub.postgresPid);
    await expectNormalStart();
  });

  it('the next start does not wait for that', async () => {
    kill(hub.pid);
    await hub.ended;
    await expectNormalStart();
  });

  it('a server that stayed is stopped by the next start', async () => {
    killGuardOf(hub.postgresPid);
    kill(hub.pid);
    await hub.ended;
    expect(isRunning(hub.postgresPid)).toBe(true);
    await expectNormalStart();
    expect(isRunning(hub.postgresPid)).toBe(false);
  });

  it('together with its server, as in a power cut, the data are repaired', async () => {
    killGuardOf(hub.postgresPid);
    kill(hub.pid);
    kill(hub.postgresPid);
    await Promise.all([hub.ended, gone(hub.postgresPid)]);
    expect(fs.existsSync(inside('pg', 'postmaster.pid'))).toBe(true);
    await expectNormalStart();
  });

  it('and another program got the number of its server, that program is left alone', async () => {
    killGuardOf(hub.postgresPid);
    kill(hub.pid);
    kill(hub.postgresPid);
    await Promise.all([hub.ended, gone(hub.postgresPid)]);
    const note = inside('pg', 'postmaster.pid');
    fs.writeFileSync(note, fs.readFileSync(note, 'utf8').replace(/^\d+/, String(process.pid)));
    await expectNormalStart();
  });
});

describe('Ctrl-C', () => {
  it('reaches the hub, whose server answers until the hub stops it', async () => {
    const hub = await startHub(dataDir);
    process.kill(-hub.pid, 'SIGINT'); // what a terminal does: to the whole group
    expect(await hub.next()).toEqual({ answered: 1 });
    expect(await hub.ended).toBe(0);
    expect(isRunning(hub.postgresPid)).toBe(false);
  });
});
