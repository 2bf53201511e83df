import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { copyBinaries, findBinaries, program } from './binaries';
import { query } from './database.fixture';
import { startEmbeddedPostgres } from './embedded-postgres';
import { quietLog } from './log';

let parent: string;

beforeEach(() => {
  parent = fs.mkdtempSync(path.join(os.tmpdir(), 'place of data '));
});

afterEach(() => fs.rmSync(parent, { recursive: true }));

const start = (dataDir: string, systemFolder: string) =>
  startEmbeddedPostgres({ dataDir, systemFolder, log: quietLog, disposable: true });

describe('programs copied for another user', () => {
  it('are complete and may be run by all, however closed the original was', () => {
    const closed = { ...findBinaries(), root: path.join(parent, 'native') };
    fs.cpSync(findBinaries().root, closed.root, { recursive: true, verbatimSymlinks: true });
    fs.chmodSync(path.join(closed.root, 'bin'), 0o700);
    fs.chmodSync(program(closed, 'postgres'), 0o700);
    fs.chmodSync(path.join(closed.root, 'share'), 0o700);

    const copy = copyBinaries(closed, path.join(parent, 'system'));
    expect(fs.statSync(program(copy, 'postgres')).mode & 0o777).toBe(0o755);
    expect(fs.statSync(path.join(copy.root, 'share')).mode & 0o777).toBe(0o755);
    expect(fs.statSync(path.join(copy.root, 'share/postgresql/postgres.bki')).mode & 0o777).toBe(0o644);
    expect(copyBinaries(closed, path.join(parent, 'system'))).toEqual(copy);
    expect(fs.readdirSync(path.join(parent, 'system'))).toHaveLength(1);
  });
});

describe(`data of a hub started by ${process.getuid?.() === 0 ? 'root' : 'an ordinary user'}`, () => {
  const system = () => path.join(parent, 'system');
  const hub = () => path.join(parent, 'home', '.memhub');

  beforeEach(() => {
    fs.chmodSync(parent, 0o755);
    fs.mkdirSync(path.join(parent, 'home'), { mode: 0o700 });
  });

  if (process.getuid?.() === 0) {
    it('go to the system folder when the home is closed, and are found there again', async () => {
      const first = await start(hub(), system());
      expect(path.dirname(path.dirname(first.dataDirectory))).toBe(system());
      await query(first.ownerUrl, 'CREATE TABLE mark ()');
      await first.stop();
      expect(fs.existsSync(path.join(hub(), 'pg'))).toBe(false);

      fs.chmodSync(path.join(parent, 'home'), 0o755);
      const second = await start(hub(), system());
      expect(second.dataDirectory).toBe(first.dataDirectory);
      expect(await query(second.ownerUrl, 'SELECT FROM mark')).toEqual([]);
      await second.stop();
    });

    it('are never given to a new hub in the same place, nor silently begun anew', async () => {
      const first = await start(hub(), system());
      await first.stop();
      fs.renameSync(hub(), `${hub()}.old`);
      await expect(start(hub(), system())).rejects.toThrow(/holds the data of an earlier hub/);

      fs.rmSync(hub(), { recursive: true });
      fs.renameSync(`${hub()}.old`, hub());
      fs.renameSync(path.dirname(first.dataDirectory), path.join(parent, 'moved away'));
      await expect(start(hub(), system())).rejects.toThrow(/which is gone/);
    });

    it('that cannot be reached any more are told with the folder that bars the way', async () => {
      fs.chmodSync(path.join(parent, 'home'), 0o755);
      const first = await start(hub(), system());
      expect(first.dataDirectory).toBe(path.join(hub(), 'pg'));
      await first.stop();
      fs.chmodSync(path.join(parent, 'home'), 0o700);
      await expect(start(hub(), system())).rejects.toThrow(`cannot enter ${path.join(parent, 'home')}`);
    });

    it('stay with the ordinary user who made them', async () => {
      fs.chmodSync(path.join(parent, 'home'), 0o755);
      await (await start(hub(), system())).stop();
      const { uid } = fs.statSync(path.join(hub(), 'pg'));
      expect(uid).not.toBe(0);
      const again = await start(hub(), system());
      expect(fs.statSync(`/proc/${again.pid}`).uid).toBe(uid);
      await again.stop();
    });
  } else {
    it('stay in the hub folder, closed home or not', async () => {
      const server = await start(hub(), system());
      expect(server.dataDirectory).toBe(path.join(hub(), 'pg'));
      await server.stop();
      expect(fs.existsSync(system())).toBe(false);
    });

    it('in a folder without permission are told with the way out', async () => {
      fs.chmodSync(path.join(parent, 'home'), 0o500);
      await expect(start(hub(), system())).rejects.toMatchObject({
        message: `No permission to use ${hub()}.`,
        hint: expect.stringContaining('another folder'),
      });
      fs.chmodSync(path.join(parent, 'home'), 0o700);
    });
  }
});
