import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const NOT_OURS = new Set(['node_modules', 'dist', 'coverage', 'generated', 'public']);
/** Folder names that collect what has no other place. */
const EMPTY_NAMES = new Set([
  'util',
  'utils',
  'helper',
  'helpers',
  'lib',
  'core',
  'shared',
  'common',
  'misc',
]);
/** The layer of the API program that everything above `config` may use; its content is listed in docs/architecture.md. */
const ALLOWED = new Set(['apps/api/src/common']);

/** Folders below `root` whose name does not say what is inside. */
export async function foldersWithEmptyNames(root: string): Promise<string[]> {
  const folders = await foldersBelow(root, '');
  return folders.filter((path) => EMPTY_NAMES.has(path.split('/').at(-1) ?? '') && !ALLOWED.has(path));
}

async function foldersBelow(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const own = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !NOT_OURS.has(entry.name))
    .map(({ name }) => (folder === '' ? name : `${folder}/${name}`));
  const below = await Promise.all(own.map((path) => foldersBelow(root, path)));
  return [...own, ...below.flat()];
}
