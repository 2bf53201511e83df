import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Path below the tree's root → text of the file. */
export type FixtureFiles = Readonly<Record<string, string>>;

export interface FixtureTree {
  readonly root: string;
  remove(): Promise<void>;
}

/** Writes files into a new temporary folder. */
export async function plantTree(files: FixtureFiles): Promise<FixtureTree> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'memory-hub-rules-')));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return { root, remove: () => rm(root, { recursive: true, force: true }) };
}
