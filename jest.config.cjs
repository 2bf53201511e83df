/** Unit tests run everywhere; `int` needs Postgres (the embedded one is started); `e2e` needs the built product. */
const transform = {
  '^.+\\.(t|j|mj)sx?$': [
    '@swc/jest',
    {
      jsc: {
        target: 'es2023',
        parser: { syntax: 'typescript', decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: true },
      },
      module: { type: 'commonjs' },
    },
  ],
};
const base = {
  rootDir: __dirname,
  testEnvironment: 'node',
  transform,
  transformIgnorePatterns: ['/node_modules/(?!.*(wink-porter2-stemmer|meilisearch)/)'],
  moduleNameMapper: { '^@memory-hub/([a-z-]+)$': '<rootDir>/packages/$1/src/index.ts' },
  modulePathIgnorePatterns: ['/dist/', '/.next/', '/.memhub'],
};
module.exports = {
  testTimeout: 60_000,
  globalSetup: '<rootDir>/test/support/jest-global-setup.cjs',
  globalTeardown: '<rootDir>/test/support/jest-global-teardown.cjs',
  projects: [
    {
      ...base,
      displayName: 'unit',
      testMatch: ['<rootDir>/{apps,packages}/**/*.spec.ts', '<rootDir>/test/rules/**/*.spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', '\\.int\\.spec\\.ts$'],
    },
    {
      ...base,
      displayName: 'int',
      testMatch: ['<rootDir>/{apps,packages}/**/*.int.spec.ts'],
    },
    {
      ...base,
      displayName: 'e2e',
      testMatch: ['<rootDir>/test/{e2e,browser,faults,non-interference}/**/*.spec.ts'],
    },
  ],
};
