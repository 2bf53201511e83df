import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { workspaceFolders } from './install.mjs';
import { ROOT, runToEnd, say } from './processes.mjs';

const STAMP = path.join(ROOT, 'node_modules', '.memory-hub-build');
const SETTINGS = ['package.json', 'pnpm-lock.yaml', 'turbo.json', 'tsconfig.base.json', 'prisma'];
const NOT_SOURCES = new Set(['node_modules', 'dist', '.next', '.turbo', 'generated', 'coverage']);
const TESTS = /\.(?:spec|fixture)\.tsx?$/;

/** Builds what changed. When nothing did, not even turbo is asked, which takes seconds to say so. */
export async function build() {
  const wanted = fingerprint();
  if (readStamp() === wanted && missingOutput() === undefined) return 0;
  say('Building …');
  fs.rmSync(STAMP, { force: true });
  const turbo = path.join(ROOT, 'node_modules', 'turbo', 'bin', 'turbo');
  const code = await runToEnd(process.execPath, [
    turbo,
    'run',
    'build',
    '--output-logs=errors-only',
    '--ui=stream',
  ]);
  if (code !== 0) return code;
  const missing = missingOutput();
  if (missing !== undefined) {
    say(`The build ended well but did not make ${path.relative(ROOT, missing)}.`);
    return 1;
  }
  fs.writeFileSync(STAMP, wanted);
  return 0;
}

function readStamp() {
  return fs.existsSync(STAMP) ? fs.readFileSync(STAMP, 'utf8') : undefined;
}

/** Of name, size and time of every source; reading them all would cost more than it would find. */
function fingerprint() {
  const hash = createHash('sha256').update(process.version);
  const roots = [...SETTINGS.map((name) => path.join(ROOT, name)), ...workspaceFolders()];
  for (const file of roots.flatMap((root) => [...filesBelow(root)])) {
    const { size, mtimeMs } = fs.statSync(file);
    hash.update(`${path.relative(ROOT, file)}\0${size}\0${mtimeMs}\0`);
  }
  return hash.digest('hex');
}

function* filesBelow(entry) {
  const stat = fs.statSync(entry, { throwIfNoEntry: false });
  if (stat === undefined || NOT_SOURCES.has(path.basename(entry)) || TESTS.test(entry)) return;
  if (!stat.isDirectory()) yield entry;
  else for (const name of fs.readdirSync(entry).sort()) yield* filesBelow(path.join(entry, name));
}

function missingOutput() {
  return workspaceFolders()
    .filter((folder) => path.basename(folder) !== 'test')
    .map(outputOf)
    .find((file) => !fs.existsSync(file));
}

function outputOf(folder) {
  const { main } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return path.join(folder, main ?? '.next/BUILD_ID');
}
