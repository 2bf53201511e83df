import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Path of a package.json → what it declares. */
export type Manifests = Readonly<Record<string, Manifest>>;

export interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Reads every package.json of the workspace. */
export async function readManifests(root: string): Promise<Manifests> {
  const children = await Promise.all(
    ['apps', 'packages'].map(async (parent) =>
      (await readdir(join(root, parent))).map((name) => `${parent}/${name}/package.json`),
    ),
  );
  const paths = ['package.json', 'test/package.json', ...children.flat()];
  const read = paths.map(
    async (path) => [path, JSON.parse(await readFile(join(root, path), 'utf8')) as Manifest] as const,
  );
  return Object.fromEntries(await Promise.all(read));
}

/** Packages that two manifests name with a version of their own, although the catalog is there to hold it. */
export function versionsOutsideCatalog(manifests: Manifests): string[] {
  const versions = new Map<string, string[]>();
  for (const { dependencies, devDependencies, optionalDependencies } of Object.values(manifests)) {
    const all = { ...dependencies, ...devDependencies, ...optionalDependencies };
    for (const [name, version] of Object.entries(all))
      versions.set(name, [...(versions.get(name) ?? []), version]);
  }
  return [...versions]
    .filter(([, used]) => used.length > 1 && used.some((version) => !/^(catalog|workspace):/.test(version)))
    .map(([name]) => name);
}
