/** Layers of the API program, highest first. A layer imports what stands after it. */
const LAYERS = {
  main: '^apps/api/src/[^/]+\\.ts$',
  app: '^apps/api/src/app/',
  modules: '^apps/api/src/modules/',
  infrastructure: '^apps/api/src/infrastructure/',
  common: '^apps/api/src/common/',
  config: '^apps/api/src/config/',
};

/** Tier of each module. A module enters only modules of a lower number; news travels upward as events. */
const TIERS = {
  identity: 0,
  spaces: 1,
  audit: 1,
  retrieval: 2,
  assets: 3,
  memory: 4,
  reviews: 5,
  agents: 5,
  ingestion: 6,
};

/** What each package may import of the others. */
const PACKAGES = {
  contracts: [],
  permissions: ['contracts'],
  memory: ['contracts'],
  retrieval: ['contracts'],
  models: ['contracts'],
  documents: ['contracts'],
  skills: ['contracts'],
  codegraph: ['contracts'],
  postgres: ['contracts'],
  'graphql-client': ['contracts'],
  sdk: ['contracts'],
  cli: ['contracts', 'documents', 'skills', 'codegraph', 'postgres', 'graphql-client', 'sdk'],
  testing: [
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
  ],
};

/** Rooms of a module through which the outside calls in. */
const EDGE_ROOMS = '(graphql|mcp|jobs|listeners)';

module.exports = { LAYERS, TIERS, PACKAGES, EDGE_ROOMS };
