import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { ROOT, runToEnd, say } from './processes.mjs';

const STAMP = path.join(ROOT, 'node_modules', '.memory-hub-install');

/** Installs from the lockfile when it, or a package.json, changed since the last install that went well. */
export async function install() {
  const wanted = fingerprint();
  if (readStamp() === wanted) return 0;
  say('Installing the dependencies …');
  const { command, args } = packageManager();
  const code = await runToEnd(command, [
    ...args,
    'install',
    '--frozen-lockfile',
    '--config.confirmModulesPurge=false',
  ]);
  if (code === 0) fs.writeFileSync(STAMP, wanted);
  else say('The install failed. If pnpm-lock.yaml does not fit a package.json, run `npx pnpm install` once.');
  return code;
}

function readStamp() {
  return fs.existsSync(STAMP) ? fs.readFileSync(STAMP, 'utf8') : undefined;
}

/** Of all that decides what an install makes. */
function fingerprint() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${process.versions.modules}`);
  for (const file of manifests())
    hash.update(`\0${path.relative(ROOT, file)}\0`).update(fs.readFileSync(file));
  return hash.digest('hex');
}

function manifests() {
  const own = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', '.npmrc'].map((name) =>
    path.join(ROOT, name),
  );
  return [...own, ...workspaceFolders().map((folder) => path.join(folder, 'package.json'))].filter(
    fs.existsSync,
  );
}

/** Folders of the workspace's packages. */
export function workspaceFolders() {
  const groups = ['apps', 'packages'].map((group) => path.join(ROOT, group));
  const folders = groups.flatMap((group) => fs.readdirSync(group).map((name) => path.join(group, name)));
  return [...folders.sort(), path.join(ROOT, 'test')].filter((folder) =>
    fs.existsSync(path.join(folder, 'package.json')),
  );
}

/** The pnpm that the repository names: the installed one when it has that version, else fetched by npm. */
function packageManager() {
  const wanted = readJson(path.join(ROOT, 'package.json')).packageManager.replace('pnpm@', '');
  const local = path.join(ROOT, 'node_modules', 'pnpm');
  if (fs.existsSync(path.join(local, 'package.json'))) {
    const { version } = readJson(path.join(local, 'package.json'));
    if (version === wanted) return { command: process.execPath, args: [path.join(local, 'bin', 'pnpm.mjs')] };
  }
  return { command: 'npx', args: ['--yes', `pnpm@${wanted}`] };
}

function readJson(file) {
  return JSON.parse(fs.readFileSync(file, 'utf8'));
}
