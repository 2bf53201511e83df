import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run-tool';

const dockerfile = readFileSync(join(ROOT, 'apps/api/Dockerfile'), 'utf8');
const packages = readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}`);

/** What `cp --parents` carries from the stage that builds into the image; `*` stands for one folder. */
function carried(): RegExp[] {
  const [, list = ''] = /cp -a --parents ([\s\S]*?) \/out\n/.exec(dockerfile) ?? [];
  return list
    .split(/[\s\\]+/)
    .filter((place) => place !== '')
    .map((place) => new RegExp(`^${place.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}(/|$)`));
}

const missing = (paths: readonly string[]): string[] =>
  paths.filter((path) => !carried().some((place) => place.test(path)));

describe('the image', () => {
  it('carries the built program, the pages, the migrations and the manifests', () => {
    expect(
      missing([
        'apps/api/dist/main.js',
        'apps/web/.next/standalone/apps/web/server.js',
        'prisma/migrations',
        'package.json',
        'pnpm-lock.yaml',
        'pnpm-workspace.yaml',
        ...['apps/api', 'apps/web', 'test', ...packages].map((folder) => `${folder}/package.json`),
      ]),
    ).toEqual([]);
  });

  it('carries the main file and the commands of every package', () => {
    const files = packages.flatMap((folder) => {
      const manifest = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as {
        main?: string;
        bin?: Record<string, string>;
      };
      return [manifest.main ?? [], Object.values(manifest.bin ?? {})]
        .flat()
        .map((file) => `${folder}/${file}`);
    });
    expect(files).toContain('packages/cli/bin/memhub.cjs');
    expect(missing(files)).toEqual([]);
  });

  it('carries the embedder with its model, which are not built', () => {
    const files = [
      'packages/models/worker/embed.cjs',
      'packages/models/assets/multilingual-e5-small/model.onnx',
    ];
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
    expect(missing(files)).toEqual([]);
  });
});
