import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { HubFolderInUseError } from './errors';
import { type HubFolder, openHubFolder } from './hub-folder';
import { lockHubFolder } from './hub-lock';
import { processIdentity } from './processes';

let folder: HubFolder;

beforeEach(() => {
  folder = openHubFolder(fs.mkdtempSync(path.join(os.tmpdir(), 'hub lock ')));
});

afterEach(() => fs.rmSync(folder.path, { recursive: true }));

const leave = (holder: object | string) =>
  fs.writeFileSync(folder.lock, typeof holder === 'string' ? holder : JSON.stringify(holder));

describe('the lock of a hub folder', () => {
  it('is held until it is released', () => {
    const lock = lockHubFolder(folder);
    expect(() => lockHubFolder(folder)).toThrow(HubFolderInUseError);
    lock.release();
    lockHubFolder(folder).release();
    expect(fs.readdirSync(folder.path)).toEqual([]);
  });

  it.each([
    ['a dead process', { pid: 2 ** 22 + 1, startedAt: 'then' }],
    [
      'an earlier process with the same number',
      { pid: process.pid, identity: 'another boot:1', startedAt: 'then' },
    ],
    ['nobody, because the disk was full', ''],
    ['nobody, because it is no lock of ours', '{"pid":"x"}'],
  ])('is taken over from %s', (_, left) => {
    leave(left);
    lockHubFolder(folder).release();
    expect(fs.readdirSync(folder.path)).toEqual([]);
  });

  it('is not taken from a living process, and a release leaves the lock of another one alone', () => {
    const lock = lockHubFolder(folder);
    leave({ pid: process.ppid, identity: processIdentity(process.ppid), startedAt: 'just now' });
    expect(() => lockHubFolder(folder)).toThrow(`process ${process.ppid}`);
    lock.release();
    expect(fs.existsSync(folder.lock)).toBe(true);
  });
});

describe('the identity of a process', () => {
  it('stays the same while it runs and differs from that of the first process', () => {
    expect(processIdentity(process.pid)).toBe(processIdentity(process.pid));
    expect(processIdentity(process.pid)).not.toBe(processIdentity(1));
  });
});
