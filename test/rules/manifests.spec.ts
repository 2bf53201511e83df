import { readManifests, versionsOutsideCatalog } from './manifests';
import { ROOT } from './run-tool';

describe('versions of dependencies', () => {
  it('stand in the catalog when two packages need them', async () => {
    expect(versionsOutsideCatalog(await readManifests(ROOT))).toEqual([]);
  });

  it('are caught when one is written twice', () => {
    const manifests = {
      'packages/a/package.json': { dependencies: { zod: '4.0.0', pg: 'catalog:', yaml: '2.0.0' } },
      'packages/b/package.json': { devDependencies: { zod: 'catalog:', pg: 'catalog:' } },
    };

    expect(versionsOutsideCatalog(manifests)).toEqual(['zod']);
  });
});
