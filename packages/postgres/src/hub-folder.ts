import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { HubFolderError, errorCode, errorText } from './errors';

/** The files of one embedded hub, below its folder. */
export interface HubFolder {
  readonly path: string;
  readonly lock: string;
  readonly state: string;
  readonly password: string;
  readonly secret: string;
  readonly log: string;
  readonly data: string;
}

/**
 * Makes the folder when it is missing. Only its owner may list it; started as root, others may pass through it,
 * because the server then runs as an ordinary user. Every secret in it is a file that only its owner reads.
 */
export function openHubFolder(folder: string): HubFolder {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  try {
    fs.mkdirSync(folder, { recursive: true, mode });
    const real = fs.realpathSync(folder);
    if (process.getuid?.() === fs.statSync(real).uid) fs.chmodSync(real, mode);
    fs.accessSync(real, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
    return filesOf(real);
  } catch (error) {
    throw explainFolderFailure(folder, error);
  }
}

function filesOf(folder: string): HubFolder {
  const inside = (name: string) => path.join(folder, name);
  return {
    path: folder,
    lock: inside('hub.lock'),
    state: inside('postgres.json'),
    password: inside('postgres.password'),
    secret: inside('secret.key'),
    log: inside('postgres.log'),
    data: inside('pg'),
  };
}

/** The cause of a failed file operation in the words of the person who can mend it. */
export function explainFolderFailure(where: string, error: unknown): HubFolderError {
  const [message, hint] = folderFault(where, errorCode(error), errorText(error));
  return new HubFolderError(message, { hint, cause: error });
}

function folderFault(where: string, code: string | undefined, text: string): [message: string, hint: string] {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return [
        `No permission to use ${where}.`,
        'Start the hub as the user who owns that folder, change its owner, or choose another folder.',
      ];
    case 'EROFS':
      return [`${where} is on a disk that cannot be written.`, 'Choose a folder on a writable disk.'];
    case 'ENOSPC':
    case 'EDQUOT':
      return [`The disk that holds ${where} is full.`, 'Free some space and start again; nothing is lost.'];
    case 'ENOTDIR':
    case 'EEXIST':
      return [`${where} is not a folder.`, 'Move that file away, or choose another folder.'];
    default:
      return [`${where} cannot be used: ${text}`, 'Mend the folder, or choose another one.'];
  }
}

/** Reads a file that only its owner may read; nothing when it does not exist. Loose rights are tightened. */
export function readPrivateFile(file: string): string | undefined {
  try {
    if ((fs.statSync(file).mode & 0o077) !== 0 && process.platform !== 'win32') fs.chmodSync(file, 0o600);
    return fs.readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw explainFolderFailure(file, error);
  }
}

/** Writes a file with mode 600 whole or not at all. */
export function writePrivateFile(file: string, text: string): void {
  placePrivateFile(file, text, (draft) => fs.renameSync(draft, file));
}

/** Makes a file with mode 600. False when one stands there already; it is left as it is. */
export function createPrivateFile(file: string, text: string): boolean {
  try {
    placePrivateFile(file, text, (draft) => fs.linkSync(draft, file)); // a link never replaces a file
    return true;
  } catch (error) {
    if (error instanceof HubFolderError && errorCode(error.cause) === 'EEXIST') return false;
    throw error;
  }
}

function placePrivateFile(file: string, text: string, place: (draft: string) => void): void {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    const handle = fs.openSync(draft, 'wx', 0o600);
    try {
      fs.writeFileSync(handle, `${text}\n`);
      fs.fsyncSync(handle);
    } finally {
      fs.closeSync(handle);
    }
    place(draft);
  } catch (error) {
    throw explainFolderFailure(file, error);
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

/** 256 bits of chance in characters that need no escaping anywhere. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}
