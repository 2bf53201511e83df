import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { plantTree, type FixtureFiles } from './fixture-tree';
import { CLEAN_TREE } from './imports/clean-tree';
import { cruise, ruleNames, type Cruise } from './imports/cruise';
import { SEEDED_FAULTS } from './imports/seeded-faults';
import { ROOT } from './run-tool';

/** A tool that reads a whole tree may wait for a busy machine. */
jest.setTimeout(180_000);

async function cruiseTree(files: FixtureFiles): Promise<Cruise> {
  const tree = await plantTree(files);
  try {
    return await cruise(tree.root);
  } finally {
    await tree.remove();
  }
}

function faultyTree(): FixtureFiles {
  const planted = SEEDED_FAULTS.map(({ file, imports, beside }) => ({
    [file]: imports === '' ? 'export const unused = 1;' : `import '${imports}';`,
    ...beside,
  }));
  return Object.assign({}, CLEAN_TREE, ...planted) as FixtureFiles;
}

describe('import rules', () => {
  it('pass a tree that uses every allowed import', async () => {
    const { violations, modules } = await cruiseTree(CLEAN_TREE);

    expect(violations).toEqual([]);
    expect(modules.length).toBeGreaterThan(50);
  });

  describe('on a tree with seeded faults', () => {
    let found: Cruise;
    beforeAll(async () => {
      found = await cruiseTree(faultyTree());
    });

    it.each(SEEDED_FAULTS)('$rule catches $file → $imports', ({ rule, file }) => {
      expect(found.violations).toContainEqual(expect.objectContaining({ rule, from: file }));
    });

    it('seeds a fault for every rule', () => {
      expect(new Set(SEEDED_FAULTS.map(({ rule }) => rule))).toEqual(new Set(ruleNames()));
    });
  });

  describe('on this repository', () => {
    let found: Cruise;
    beforeAll(async () => {
      found = await cruise(ROOT);
    });

    it('parse every TypeScript source', async () => {
      const cruised = new Set(found.modules.map(({ source }) => source));
      const missing = (await typescriptSources()).filter((path) => !cruised.has(path));

      expect(missing).toEqual([]);
    });

    it('follow imports inside TypeScript', () => {
      const errors = found.modules.find(({ source }) => source === 'packages/contracts/src/errors.ts');

      expect(errors?.imports).toContain('packages/contracts/src/error-codes.ts');
    });

    it('are kept', () => {
      expect(found.violations).toEqual([]);
    });
  });
});

async function typescriptSources(): Promise<string[]> {
  const roots = (await Promise.all(['apps', 'packages'].map(childFolders))).flat();
  const files = await Promise.all(
    roots.map(async (root) => {
      const below = await readdir(join(ROOT, root, 'src'), { recursive: true });
      return below.filter((path) => /\.tsx?$/.test(path)).map((path) => `${root}/src/${path}`);
    }),
  );
  return files.flat().filter((path) => !/\/generated\//.test(path));
}

async function childFolders(parent: string): Promise<string[]> {
  const entries = await readdir(join(ROOT, parent), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${parent}/${name}`);
}
