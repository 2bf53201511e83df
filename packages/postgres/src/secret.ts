import { SecretKeyError } from './errors';
import { createPrivateFile, openHubFolder, randomSecret, readPrivateFile } from './hub-folder';
import type { PostgresLog } from './log';

/** Bytes of the shortest key that is accepted: HMAC-SHA256 and AES-256 use 32. */
const LEAST_BYTES = 32;
const MAKE_ONE =
  'Make one with `openssl rand -base64 32` and keep it: all hubs of one database need the same.';

export interface SecretKeyOptions {
  /** Value of `MEMHUB_SECRET_KEY`, when it is set. */
  readonly value: string | undefined;
  /** Folder of the embedded hub; nothing with an outside database, where a key in a file would differ per container. */
  readonly dataDir: string | undefined;
  readonly log: PostgresLog;
}

/**
 * The installation's secret: the setting, else a file that only the owner of the embedded hub's folder reads,
 * made at the first start. Never replaced: what is encrypted with it could not be read any more.
 * @throws SecretKeyError when it is missing outside embedded mode, or weak
 */
export function resolveSecretKey({ value, dataDir, log }: SecretKeyOptions): string {
  if (value !== undefined && value !== '') return strongEnough(value, 'MEMHUB_SECRET_KEY', MAKE_ONE);
  if (dataDir === undefined) {
    throw new SecretKeyError('MEMHUB_SECRET_KEY is required together with DATABASE_URL.', MAKE_ONE);
  }
  const file = openHubFolder(dataDir).secret;
  if (createIfMissing(file)) log.info({ file }, 'made a secret key for this hub; back it up with the data');
  return strongEnough(
    readPrivateFile(file) ?? '',
    file,
    'Restore that file from a backup, or set MEMHUB_SECRET_KEY.',
  );
}

function createIfMissing(file: string): boolean {
  return readPrivateFile(file) === undefined && createPrivateFile(file, randomSecret());
}

function strongEnough(key: string, source: string, hint: string): string {
  const bytes = Buffer.byteLength(key);
  if (bytes < LEAST_BYTES) {
    throw new SecretKeyError(
      `${source} is too short: ${bytes} bytes, at least ${LEAST_BYTES} are needed.`,
      hint,
    );
  }
  if (new Set(key).size < 8) {
    throw new SecretKeyError(`${source} is not random: it repeats a few characters.`, hint);
  }
  return key;
}
