import fs from 'node:fs';
import { HubFolderError, errorCode } from './errors';
import { type HubFolder, explainFolderFailure, writePrivateFile } from './hub-folder';

/** What one start of the embedded server leaves for the next one. */
export interface ServerState {
  /** Loopback port of the last start; taken again when it is free, so that open tools find the server. */
  readonly port?: number;
  /** Only when the data are not below the hub's folder. */
  readonly dataDirectory?: string;
}

export function readServerState(folder: HubFolder): ServerState {
  const text = readText(folder.state);
  if (text === undefined) return {};
  const value = parse(text, folder);
  const { port, dataDirectory } = value as { port?: unknown; dataDirectory?: unknown };
  return {
    ...(typeof port === 'number' ? { port } : {}),
    ...(typeof dataDirectory === 'string' ? { dataDirectory } : {}),
  };
}

export function writeServerState(folder: HubFolder, change: ServerState): void {
  writePrivateFile(folder.state, JSON.stringify({ ...readServerState(folder), ...change }));
}

function readText(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw explainFolderFailure(file, error);
  }
}

function parse(text: string, folder: HubFolder): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // told below, with the way out
  }
  throw new HubFolderError(`${folder.state} is damaged.`, {
    hint: `Restore it from a backup; when ${folder.data} exists it may be deleted.`,
  });
}
