import { plantTree } from './fixture-tree';
import { foldersWithEmptyNames } from './names';
import { ROOT } from './run-tool';

describe('folder names', () => {
  it('say what is inside, in the whole repository', async () => {
    expect(await foldersWithEmptyNames(ROOT)).toEqual([]);
  });

  it('are caught wherever they are seeded', async () => {
    const seeded = [
      'apps/web/src/lib',
      'packages/shared',
      'packages/memory/src/utils',
      'packages/core',
      'test/helpers',
    ];
    const files = [...seeded, 'apps/api/src/common', 'packages/memory/node_modules/some/lib'];
    const tree = await plantTree(Object.fromEntries(files.map((folder) => [`${folder}/text.ts`, ''])));
    const found = await foldersWithEmptyNames(tree.root);
    await tree.remove();

    expect(found.sort()).toEqual([...seeded].sort());
  });
});
