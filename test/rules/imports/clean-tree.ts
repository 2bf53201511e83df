import type { FixtureFiles } from '../fixture-tree';

const MODULES = [
  'identity',
  'spaces',
  'audit',
  'retrieval',
  'assets',
  'memory',
  'reviews',
  'agents',
  'ingestion',
];
const PACKAGES = [
  'contracts',
  'permissions',
  'memory',
  'retrieval',
  'models',
  'documents',
  'skills',
  'codegraph',
  'postgres',
  'graphql-client',
  'sdk',
  'cli',
  'testing',
];
const INSTALLED = ['@nestjs/common', '@prisma/client', 'bullmq', 'fast-check', 'zod', 'not-declared'];

function manifest(dependencies: string[], devDependencies: string[] = []): string {
  const versions = (names: string[]) => Object.fromEntries(names.map((name) => [name, '1.0.0']));
  return JSON.stringify({
    name: 'fixture',
    dependencies: versions(dependencies),
    devDependencies: versions(devDependencies),
  });
}

function eachOf(names: readonly string[], file: (name: string) => [string, string]): FixtureFiles {
  return Object.fromEntries(names.map(file));
}

/** The smallest workspace that uses every import the rules allow. */
export const CLEAN_TREE: FixtureFiles = {
  ...eachOf(INSTALLED, (name) => [
    `node_modules/${name}/package.json`,
    JSON.stringify({ name, version: '1.0.0', main: 'index.js' }),
  ]),
  ...eachOf(INSTALLED, (name) => [`node_modules/${name}/index.js`, 'module.exports = {};']),
  ...eachOf(PACKAGES, (name) => [`packages/${name}/package.json`, manifest(['zod'])]),
  ...eachOf(PACKAGES, (name) => [`packages/${name}/src/index.ts`, "export * from './inside';"]),
  ...eachOf(PACKAGES, (name) => [`packages/${name}/src/inside.ts`, 'export const inside = 1;']),
  'packages/permissions/src/ability.ts': "import '@memory-hub/contracts';",
  'packages/testing/src/world.ts': "import '@memory-hub/permissions'; import 'zod';",
  'packages/retrieval/src/postgres/index.ts': "import '../inside';",
  ...eachOf(MODULES, (name) => [
    `apps/api/src/modules/${name}/index.ts`,
    `export * from './${name}.module';`,
  ]),
  ...eachOf(MODULES, (name) => [
    `apps/api/src/modules/${name}/${name}.module.ts`,
    "import '@nestjs/common';",
  ]),
  'apps/api/package.json': manifest(['@nestjs/common', '@prisma/client', 'bullmq', 'zod'], ['fast-check']),
  'apps/api/src/main.ts': "import './config'; import './app/api.module';",
  'apps/api/src/app/api.module.ts': "import '../modules/spaces'; import '../infrastructure/prisma';",
  'apps/api/src/config/index.ts': "import 'zod';",
  'apps/api/src/common/index.ts': "import '../config'; export interface RequestContext { now: Date }",
  'apps/api/src/infrastructure/prisma/index.ts': "import '@prisma/client'; import '../../common';",
  'apps/api/src/infrastructure/queue/index.ts': "import 'bullmq'; import '../prisma';",
  'apps/api/src/modules/spaces/spaces.module.ts':
    "import './graphql/spaces.resolver'; import './jobs/fold.processor'; import './spaces.service';",
  'apps/api/src/modules/spaces/spaces.service.ts':
    "import './spaces.repository'; import './domain/space'; import '../identity'; import '../../infrastructure/prisma';",
  'apps/api/src/modules/spaces/spaces.repository.ts':
    "import '@prisma/client'; import '../../infrastructure/prisma'; import './domain/space';",
  'apps/api/src/modules/spaces/domain/space.ts': [
    "import type { User } from '../../identity';",
    "import { type RequestContext } from '../../../common';",
    "import '@memory-hub/contracts';",
    "import './space-name';",
  ].join('\n'),
  'apps/api/src/modules/spaces/domain/space-name.ts': 'export const longest = 80;',
  'apps/api/src/modules/spaces/graphql/spaces.resolver.ts':
    "import '@nestjs/common'; import '../spaces.service'; import '../domain/space'; import './space.model';",
  'apps/api/src/modules/spaces/graphql/space.model.ts': 'export class SpaceModel {}',
  'apps/api/src/modules/spaces/jobs/fold.processor.ts':
    "import '../spaces.service'; import '../../../infrastructure/prisma';",
  'apps/api/src/modules/spaces/spaces.service.spec.ts':
    "import './spaces.repository'; import 'fast-check'; import '@memory-hub/testing'; import '@prisma/client';",
  'apps/web/package.json': manifest(['zod']),
  'apps/web/src/app/page.tsx':
    "import '@memory-hub/graphql-client'; export default function Page() { return null; }",
  'test/package.json': manifest(['zod']),
  'test/e2e/main-job.spec.ts': "import '@memory-hub/testing';",
};
