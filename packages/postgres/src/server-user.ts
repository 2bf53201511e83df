import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { HubFolderError } from './errors';

/** The ordinary user as whom the server runs when the hub was started as root, which PostgreSQL refuses. */
export interface ServerUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

const CREATE_COMMANDS: readonly (readonly [command: string, ...args: string[]])[] = [
  ['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin'],
  ['adduser', '-S', '-D', '-H', '-s', '/sbin/nologin'],
];

/** Nothing unless this process is root. Else the owner of data that exists, or `postgres`, made when missing. */
export function chooseServerUser(existingData: string | undefined): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = existingData === undefined ? undefined : ownerOf(existingData);
  return owner ?? lookUp('postgres') ?? createUser('postgres');
}

function ownerOf(dataDirectory: string): ServerUser | undefined {
  const { uid, gid } = fs.statSync(dataDirectory);
  return uid === 0 ? undefined : { name: lookUpName(uid), uid, gid };
}

function lookUpName(uid: number): string {
  try {
    return ask('id', ['-un', String(uid)]);
  } catch (error) {
    throw new HubFolderError(
      `The data of the embedded PostgreSQL belong to user number ${uid}, who does not exist here.`,
      {
        hint: 'Give the data to an existing user with `chown -R`, or create that user.',
        cause: error,
      },
    );
  }
}

function lookUp(name: string): ServerUser | undefined {
  try {
    return { name, uid: Number(ask('id', ['-u', name])), gid: Number(ask('id', ['-g', name])) };
  } catch {
    return undefined; // `id` says by its exit code that there is no such user
  }
}

function createUser(name: string): ServerUser {
  for (const [command, ...args] of CREATE_COMMANDS) {
    spawnSync(command, [...args, name], { stdio: 'ignore' });
    const user = lookUp(name);
    if (user !== undefined) return user;
  }
  throw new HubFolderError(
    `PostgreSQL does not run as root, and a user named ${name} cannot be created here.`,
    {
      hint: `Create a user named ${name}, start the hub as an ordinary user, or set DATABASE_URL.`,
    },
  );
}

function ask(command: string, args: readonly string[]): string {
  return execFileSync(command, args, { stdio: ['ignore', 'pipe', 'ignore'] })
    .toString()
    .trim();
}

/** Options of a child process that runs as this user. Its working directory is one that every user may enter. */
export function runAs(user: ServerUser | undefined): { cwd: string; uid?: number; gid?: number } {
  return user === undefined
    ? { cwd: path.parse(process.cwd()).root }
    : { cwd: '/', uid: user.uid, gid: user.gid };
}

/** Tries it, because rights are more than mode bits: access lists, mounts and containers count too. */
export function canEnter(user: ServerUser, folder: string): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...runAs(user), stdio: 'ignore' }).status === 0
  );
}

/** The outermost folder on the way to `folder` that this user cannot enter. */
export function firstClosedFolder(user: ServerUser, folder: string): string | undefined {
  const { root } = path.parse(folder);
  const parts = path.relative(root, folder).split(path.sep);
  return parts
    .map((_, index) => path.join(root, ...parts.slice(0, index + 1)))
    .find((step) => !canEnter(user, step));
}
