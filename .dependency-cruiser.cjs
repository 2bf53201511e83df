const path = require('node:path');
const { EDGE_ROOMS, LAYERS, PACKAGES, TIERS } = require('./test/rules/imports/places.cjs');

const MODULES = '^apps/api/src/modules';
const TEST = '\\.(spec|fixture)\\.tsx?$|^test/|^packages/testing/';
const TOOL_SETTINGS = '\\.config\\.[cm]?[jt]s$|/codegen\\.ts$';
const npm = (...names) => `node_modules/(${names.join('|')})(/|$)`;

const layerNames = Object.keys(LAYERS);
const layerRules = layerNames.slice(1).map((name, index) => ({
  name: `layer-${name}`,
  comment: 'main → app → modules → infrastructure → common → config: import downwards only.',
  from: { path: LAYERS[name], pathNot: TEST },
  to: { path: layerNames.slice(0, index + 1).map((higher) => LAYERS[higher]) },
}));

const tierRules = Object.keys(TIERS).flatMap((name) => {
  const barred = Object.keys(TIERS).filter((other) => other !== name && TIERS[other] >= TIERS[name]);
  if (barred.length === 0) return [];
  return [
    {
      name: `tier-${name}`,
      comment: 'A module enters lower tiers only; tell higher ones with an event through the outbox.',
      from: { path: `${MODULES}/${name}/`, pathNot: TEST },
      to: { path: `${MODULES}/(${barred.join('|')})/` },
    },
  ];
});

const packageRules = Object.entries(PACKAGES).map(([name, allowed]) => ({
  name: `package-${name}`,
  comment: `packages/${name} may import ${allowed.length === 0 ? 'no other package' : allowed.join(', ')}.`,
  from: { path: `^packages/${name}/`, pathNot: '\\.(spec|fixture)\\.tsx?$' },
  to: { path: '^packages/', pathNot: `^packages/(${[name, ...allowed].join('|')})/` },
}));

const listRules = [
  {
    name: 'layer-is-listed',
    comment: 'A new folder in apps/api/src needs a place in the order of layers.',
    from: { path: '^apps/api/src/', pathNot: Object.values(LAYERS) },
    to: {},
  },
  {
    name: 'module-has-a-tier',
    comment: 'A new module needs a tier before it may import anything.',
    from: { path: `${MODULES}/`, pathNot: `${MODULES}/(${Object.keys(TIERS).join('|')})/` },
    to: {},
  },
  {
    name: 'package-is-listed',
    comment: 'A new package needs a line that says which packages it may import.',
    from: { path: '^packages/', pathNot: `^packages/(${Object.keys(PACKAGES).join('|')})/` },
    to: {},
  },
];

const roomRules = [
  {
    name: 'module-front-door',
    comment: 'A module is entered by its index.ts.',
    from: {
      path: `^(apps/api/src/[^/]+\\.ts|apps/api/src/app/|${MODULES.slice(1)}/([^/]+)/)`,
      pathNot: TEST,
    },
    to: { path: `${MODULES}/[^/]+/`, pathNot: [`${MODULES}/[^/]+/index\\.ts$`, `${MODULES}/$2/`] },
  },
  {
    name: 'edge-through-service',
    comment: 'Resolvers, tools, jobs and listeners call a service; the repository stays behind it.',
    from: { path: `${MODULES}/.+/${EDGE_ROOMS}/`, pathNot: TEST },
    to: { path: `${MODULES}/.+\\.repository\\.ts$` },
  },
  {
    name: 'edge-needs-no-database',
    comment: 'Resolvers, tools and listeners call a service. Jobs may hold the system client.',
    from: { path: `${MODULES}/.+/(graphql|mcp|listeners)/`, pathNot: TEST },
    to: { path: '^apps/api/src/infrastructure/prisma/' },
  },
  {
    name: 'edges-stay-apart',
    comment: 'GraphQL, MCP, jobs and listeners are equals that meet in the service.',
    from: { path: `${MODULES}/.+/${EDGE_ROOMS}/`, pathNot: TEST },
    to: { path: `${MODULES}/.+/${EDGE_ROOMS}/`, pathNot: `${MODULES}/.+/$1/` },
  },
  {
    name: 'service-knows-no-edge',
    comment: 'Services, repositories and domain rules do not know who calls them.',
    from: { path: `${MODULES}/`, pathNot: [TEST, `/${EDGE_ROOMS}/`, '\\.module\\.ts$', '/index\\.ts$'] },
    to: { path: `${MODULES}/.+/${EDGE_ROOMS}/` },
  },
  {
    name: 'repository-below-service',
    comment: 'A repository reads and writes; it decides nothing and calls no service.',
    from: { path: `${MODULES}/.+\\.repository\\.ts$` },
    to: { path: `${MODULES}/.+\\.(service|module)\\.ts$` },
  },
  {
    name: 'domain-is-pure',
    comment: 'Domain rules know no service, repository, edge, infrastructure or composition.',
    from: { path: `${MODULES}/.+/domain/`, pathNot: TEST },
    to: {
      path: [
        '^apps/api/src/(app|infrastructure)/',
        `${MODULES}/.+\\.(service|repository|module|system)\\.ts$`,
        `${MODULES}/.+/${EDGE_ROOMS}/`,
      ],
    },
  },
  {
    name: 'domain-takes-types-only',
    comment:
      'From common and from other modules, domain rules take types: their code brings the framework along.',
    from: { path: `${MODULES}/([^/]+)/.*domain/`, pathNot: TEST },
    to: {
      path: ['^apps/api/src/common/', `${MODULES}/`],
      pathNot: `${MODULES}/$1/`,
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'domain-needs-no-framework',
    comment: 'Domain rules run without Nest, Prisma, BullMQ and GraphQL.',
    from: { path: `${MODULES}/.+/domain/`, pathNot: TEST },
    to: {
      path: [
        npm(
          '@nestjs',
          '@prisma',
          '@apollo',
          '@modelcontextprotocol',
          'bullmq',
          'graphql',
          'fastify',
          'ioredis',
          'pg',
        ),
        '/prisma/generated/',
      ],
    },
  },
  {
    name: 'prisma-in-repositories',
    comment:
      'Only *.repository.ts and infrastructure/prisma import Prisma, so that every row passes the access test.',
    from: {
      path: '^(apps|packages)/',
      pathNot: ['\\.repository\\.ts$', '^apps/api/src/infrastructure/prisma/', TEST, TOOL_SETTINGS],
    },
    to: { path: [npm('@prisma', '\\.prisma'), '/prisma/generated/'] },
  },
];

const workspaceRules = [
  {
    name: 'packages-know-no-app',
    comment: 'A package runs without the program that uses it.',
    from: { path: '^packages/' },
    to: { path: '^(apps|prisma|test)/' },
  },
  {
    name: 'apps-stay-apart',
    comment: 'The web app and the API meet in the GraphQL schema.',
    from: { path: '^apps/([^/]+)/' },
    to: { path: '^apps/', pathNot: '^apps/$1/' },
  },
  {
    name: 'web-through-graphql',
    comment: 'The browser gets words, codes and typed documents; rules and storage stay on the server.',
    from: { path: '^apps/web/', pathNot: TEST },
    to: { path: '^packages/', pathNot: '^packages/(contracts|graphql-client|permissions)/' },
  },
  {
    name: 'package-front-door',
    comment: 'A package is entered by its index.ts; adapters of retrieval have a door of their own.',
    from: { path: '^(?:packages/([^/]+)|apps|test)/' },
    to: {
      path: '^packages/[^/]+/src/',
      pathNot: [
        '^packages/[^/]+/src/index\\.ts$',
        '^packages/retrieval/src/(postgres|memory|meilisearch|qdrant)/index\\.ts$',
        '^packages/$1/',
      ],
    },
  },
];

const hygieneRules = [
  {
    name: 'no-circular',
    comment: 'A cycle is one module in several files: merge them, or let the lower one tell by an event.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-orphan',
    comment: 'Nothing uses this file and it uses nothing.',
    from: {
      orphan: true,
      path: '^(apps|packages)/[^/]+/src/.+\\.tsx?$',
      pathNot: [TEST, '\\.d\\.ts$', '/index\\.ts$', '^apps/web/src/app/', '^apps/api/src/main\\.ts$'],
    },
    to: {},
  },
  {
    name: 'no-unresolvable',
    comment: 'The file or package does not exist. Generated code is made by `pnpm turbo run generate`.',
    from: {},
    to: { couldNotResolve: true, pathNot: '(^|/)generated(/|$)' },
  },
  {
    name: 'no-undeclared',
    comment: 'The package is not in the nearest package.json.',
    from: { path: '^(apps|packages|test)/' },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
  {
    name: 'no-dev-dependency',
    comment: 'The program cannot import what is installed for development only.',
    from: { path: '^(apps|packages)/[^/]+/src/', pathNot: TEST },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: 'node_modules/@types/' },
  },
  {
    name: 'no-test-in-production',
    comment: 'Specs, fixtures and packages/testing are for tests.',
    from: { path: '^(apps|packages)/', pathNot: [TEST, TOOL_SETTINGS] },
    to: { path: TEST },
  },
];

/** Import rules of docs/architecture.md. Each has a seeded fault in test/rules/import-rules.spec.ts. */
module.exports = {
  forbidden: [
    ...layerRules,
    ...tierRules,
    ...packageRules,
    ...listRules,
    ...roomRules,
    ...workspaceRules,
    ...hygieneRules,
  ].map((rule) => ({ severity: 'error', ...rule })),
  options: {
    doNotFollow: { path: ['node_modules', '/generated/'] },
    exclude: { path: '(^|/)(dist|\\.next|\\.turbo|coverage)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: path.join(__dirname, 'tsconfig.base.json') },
    webpackConfig: { fileName: path.join(__dirname, 'test/rules/imports/workspace-aliases.cjs') },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['main', 'types'],
    },
  },
};
