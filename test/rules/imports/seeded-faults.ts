import type { FixtureFiles } from '../fixture-tree';

const MODULES = 'apps/api/src/modules';
const SPACES = `${MODULES}/spaces`;

/** One fault: a file, what it wrongly imports, and files that only this fault needs. */
export interface SeededFault {
  readonly rule: string;
  readonly file: string;
  readonly imports: string;
  readonly beside?: FixtureFiles;
}

const LAYER_FAULTS: SeededFault[] = [
  { rule: 'layer-app', file: 'apps/api/src/app/starts.ts', imports: '../main' },
  { rule: 'layer-modules', file: `${MODULES}/identity/composes.ts`, imports: '../../app/api.module' },
  {
    rule: 'layer-infrastructure',
    file: 'apps/api/src/infrastructure/feature.ts',
    imports: '../modules/spaces',
  },
  { rule: 'layer-common', file: 'apps/api/src/common/database.ts', imports: '../infrastructure/prisma' },
  { rule: 'layer-config', file: 'apps/api/src/config/context.ts', imports: '../common' },
];

const TIER_FAULTS: SeededFault[] = (
  [
    ['identity', 'spaces'],
    ['spaces', 'audit'],
    ['audit', 'spaces'],
    ['retrieval', 'assets'],
    ['assets', 'memory'],
    ['memory', 'reviews'],
    ['reviews', 'agents'],
    ['agents', 'ingestion'],
  ] as const
).map(([from, to]) => ({ rule: `tier-${from}`, file: `${MODULES}/${from}/upward.ts`, imports: `../${to}` }));

const PACKAGE_FAULTS: SeededFault[] = (
  [
    ['contracts', 'permissions'],
    ['permissions', 'memory'],
    ['memory', 'retrieval'],
    ['retrieval', 'models'],
    ['models', 'retrieval'],
    ['documents', 'skills'],
    ['skills', 'documents'],
    ['codegraph', 'retrieval'],
    ['postgres', 'memory'],
    ['graphql-client', 'sdk'],
    ['sdk', 'graphql-client'],
    ['cli', 'testing'],
    ['testing', 'cli'],
  ] as const
).map(([from, to]) => ({
  rule: `package-${from}`,
  file: `packages/${from}/src/sideways.ts`,
  imports: `@memory-hub/${to}`,
}));

const LIST_FAULTS: SeededFault[] = [
  { rule: 'layer-is-listed', file: 'apps/api/src/plugins/weather.ts', imports: '../config' },
  { rule: 'module-has-a-tier', file: `${MODULES}/weather/weather.service.ts`, imports: '../identity' },
  { rule: 'package-is-listed', file: 'packages/weather/src/index.ts', imports: '@memory-hub/contracts' },
];

const ROOM_FAULTS: SeededFault[] = [
  {
    rule: 'module-front-door',
    file: `${MODULES}/memory/side-door.ts`,
    imports: '../spaces/domain/space-name',
  },
  {
    rule: 'module-front-door',
    file: 'apps/api/src/app/side-door.ts',
    imports: '../modules/spaces/spaces.service',
  },
  {
    rule: 'edge-through-service',
    file: `${SPACES}/jobs/reads.processor.ts`,
    imports: '../spaces.repository',
  },
  {
    rule: 'edge-needs-no-database',
    file: `${SPACES}/mcp/space.tool.ts`,
    imports: '../../../infrastructure/prisma',
  },
  { rule: 'edges-stay-apart', file: `${SPACES}/listeners/on-space.ts`, imports: '../graphql/space.model' },
  { rule: 'service-knows-no-edge', file: `${SPACES}/rename.service.ts`, imports: './graphql/space.model' },
  { rule: 'repository-below-service', file: `${SPACES}/rows.repository.ts`, imports: './spaces.service' },
  { rule: 'domain-is-pure', file: `${SPACES}/domain/saved.ts`, imports: '../spaces.repository' },
  { rule: 'domain-takes-types-only', file: `${SPACES}/domain/context.ts`, imports: '../../../common' },
  { rule: 'domain-needs-no-framework', file: `${SPACES}/domain/injected.ts`, imports: '@nestjs/common' },
  { rule: 'prisma-in-repositories', file: `${SPACES}/query.service.ts`, imports: '@prisma/client' },
  {
    rule: 'prisma-in-repositories',
    file: `${SPACES}/generated-query.service.ts`,
    imports: '../../infrastructure/prisma/generated/client',
    beside: { 'apps/api/src/infrastructure/prisma/generated/client.ts': 'export class PrismaClient {}' },
  },
];

const WORKSPACE_FAULTS: SeededFault[] = [
  {
    rule: 'packages-know-no-app',
    file: 'packages/testing/src/app.ts',
    imports: '../../../apps/api/src/config',
  },
  { rule: 'apps-stay-apart', file: 'apps/web/src/settings.ts', imports: '../../api/src/config' },
  { rule: 'web-through-graphql', file: 'apps/web/src/ranking.ts', imports: '@memory-hub/retrieval' },
  {
    rule: 'package-front-door',
    file: 'test/e2e/side-door.spec.ts',
    imports: '../../packages/memory/src/inside',
  },
  {
    rule: 'package-front-door',
    file: 'packages/permissions/src/side-door.ts',
    imports: '../../contracts/src/inside',
  },
];

const HYGIENE_FAULTS: SeededFault[] = [
  {
    rule: 'no-circular',
    file: 'packages/memory/src/egg.ts',
    imports: './hen',
    beside: { 'packages/memory/src/hen.ts': "import './egg';" },
  },
  { rule: 'no-orphan', file: 'packages/memory/src/forgotten.ts', imports: '' },
  { rule: 'no-unresolvable', file: 'packages/memory/src/lost.ts', imports: './nowhere' },
  { rule: 'no-undeclared', file: 'packages/memory/src/borrows.ts', imports: 'not-declared' },
  { rule: 'no-dev-dependency', file: 'apps/api/src/app/property.ts', imports: 'fast-check' },
  {
    rule: 'no-test-in-production',
    file: `${SPACES}/fake.service.ts`,
    imports: '@memory-hub/testing',
  },
];

export const SEEDED_FAULTS: readonly SeededFault[] = [
  ...LAYER_FAULTS,
  ...TIER_FAULTS,
  ...PACKAGE_FAULTS,
  ...LIST_FAULTS,
  ...ROOM_FAULTS,
  ...WORKSPACE_FAULTS,
  ...HYGIENE_FAULTS,
];
