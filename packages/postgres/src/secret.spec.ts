import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { SecretKeyError } from './errors';
import { quietLog } from './log';
import { resolveSecretKey } from './secret';

let dataDir: string;

beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'hub secret '));
});

afterEach(() => fs.rmSync(dataDir, { recursive: true }));

const resolve = (value?: string, folder: string | undefined = dataDir) =>
  resolveSecretKey({ value, dataDir: folder, log: quietLog });
const resolveOutside = (value?: string) => resolveSecretKey({ value, dataDir: undefined, log: quietLog });
const keyFile = () => path.join(dataDir, 'secret.key');

describe('the secret key', () => {
  it('is made once for an embedded hub, for its owner only', () => {
    const key = resolve();
    expect(Buffer.byteLength(key)).toBeGreaterThanOrEqual(32);
    expect(fs.statSync(keyFile()).mode & 0o777).toBe(0o600);
    expect(resolve('')).toBe(key);
    expect(fs.readdirSync(dataDir)).toEqual(['secret.key']);
  });

  it('is the setting when there is one; the file is not touched', () => {
    const value = randomBytes(32).toString('base64');
    expect(resolve(value)).toBe(value);
    expect(resolveOutside(value)).toBe(value);
    expect(fs.readdirSync(dataDir)).toEqual([]);
  });

  it('is required with an outside database, with the command that makes one', () => {
    expect(() => resolveOutside()).toThrow(SecretKeyError);
    expect(() => resolveOutside('')).toThrow(/required together with DATABASE_URL/);
  });

  it.each([
    ['short', 'a1b2c3d4'.repeat(3), /24 bytes, at least 32/],
    ['repeated', 'ab'.repeat(20), /not random/],
  ])('is refused when it is %s', (_, value, message) => {
    expect(() => resolveOutside(value)).toThrow(message);
  });

  it('counts bytes, not characters', () => {
    expect(resolveOutside('记忆中心密钥一二三四五六')).toHaveLength(12);
  });

  it('is never replaced by a new one when its file is damaged', () => {
    fs.writeFileSync(keyFile(), 'cut sh');
    expect(() => resolve()).toThrow(/secret\.key is too short/);
    expect(fs.readFileSync(keyFile(), 'utf8')).toBe('cut sh');
  });

  it('closes a file that others could read', () => {
    const key = resolve();
    fs.chmodSync(keyFile(), 0o644);
    expect(resolve()).toBe(key);
    expect(fs.statSync(keyFile()).mode & 0o777).toBe(0o600);
  });
});
