import { createRequire } from 'node:module';
import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import hooks from 'eslint-plugin-react-hooks';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

const workspace = createRequire(import.meta.url)('./test/rules/lint/index.cjs');

const TYPESCRIPT = ['**/*.{ts,tsx,mts,cts}'];
const JAVASCRIPT = ['**/*.{js,mjs,cjs,jsx}'];
const TESTS = ['**/*.spec.{ts,tsx}', '**/*.fixture.ts', 'test/**', 'packages/testing/**'];
const TOOL_SETTINGS = [
  '**/*.config.{js,cjs,mjs,ts,mts}',
  '**/.*.{js,cjs,mjs}',
  '**/codegen.ts',
  'prisma/**/*.ts',
];
/** Next.js finds these files by name and takes their default export. */
const NEXT_ENTRIES = [
  'apps/web/**/{page,layout,template,loading,error,global-error,not-found,default,forbidden,unauthorized}.tsx',
  'apps/web/**/{icon,apple-icon,opengraph-image,twitter-image}.tsx',
  'apps/web/**/{sitemap,robots,manifest}.ts',
  'apps/web/**/i18n/request.ts',
];
const COMMAND_LINE = ['packages/cli/**', '.ci/**'];
/** Decisions: the same input gives the same answer, so the clock and chance are arguments. */
const PURE = ['packages/{memory,permissions,retrieval,skills}/src/**', 'apps/api/src/modules/**/domain/**'];
/** Bytes of other systems enter here, and their shape is asserted once. */
const EDGES = [
  'apps/api/src/{config,infrastructure}/**',
  'apps/api/src/main.ts',
  'apps/api/src/modules/**/graphql/**',
  'apps/api/src/**/*.{repository,system}.ts',
  'packages/retrieval/src/{postgres,memory,meilisearch,qdrant}/**',
  'packages/{models,postgres,graphql-client,cli,testing}/**',
  'apps/web/**',
  'test/**',
];

const NO_DEFAULT_EXPORT = [
  { selector: 'ExportDefaultDeclaration', message: 'Export by name: one thing, one name everywhere.' },
  {
    selector: 'ExportSpecifier[exported.name="default"]',
    message: 'Export by name: one thing, one name everywhere.',
  },
];
const NO_AMBIENT_INPUT = [
  {
    selector: 'NewExpression[callee.name="Date"][arguments.length=0]',
    message: 'A decision has no clock: pass `now`.',
  },
  {
    selector: 'CallExpression[callee.object.name=/^(Date|performance)$/][callee.property.name="now"]',
    message: 'A decision has no clock: pass `now`.',
  },
  {
    selector: 'CallExpression[callee.object.name="Math"][callee.property.name="random"]',
    message: 'A decision has no chance: pass the number.',
  },
  {
    selector: 'CallExpression[callee.name=/^random(UUID|Bytes|Int)$/]',
    message: 'A decision has no chance: pass the id or the number.',
  },
];
const NO_OTHER_DOOR = {
  selector: 'Decorator[expression.callee.name="Controller"]',
  message: 'Features are reached by GraphQL and MCP; an HTTP route belongs to infrastructure.',
};
const NO_SWITCHED_OFF_TESTS = [
  {
    selector:
      'CallExpression[callee.object.name=/^(describe|it|test)$/][callee.property.name=/^(skip|only|todo)$/]',
    message: 'Every test runs. Skip only on a condition that is printed and fails in CI.',
  },
  {
    selector: 'CallExpression[callee.name=/^(xit|xtest|xdescribe|fit|fdescribe)$/]',
    message: 'Every test runs. Skip only on a condition that is printed and fails in CI.',
  },
];
const NO_FORWARD_REF = {
  name: '@nestjs/common',
  importNames: ['forwardRef'],
  message: 'Modules are in tiers: import downwards, tell upwards with an event.',
};
const NO_ENVIRONMENT = {
  property: [
    { object: 'process', property: 'env', message: 'The environment is read once, in apps/api/src/config.' },
  ],
  imports: ['process', 'node:process'].map((name) => ({
    name,
    importNames: ['env'],
    message: 'The environment is read once, in apps/api/src/config.',
  })),
};
const GUARDED_IMPORTS = [
  {
    names: '^(SYSTEM_CLIENT|SystemClient|SystemWork|openClient)$',
    doors: 'infrastructure/prisma(/index)?$',
    files: 'infrastructure/prisma/(clients|tokens|system-work)$',
    allow:
      '(^|/)(jobs|relay|sweepers)/|^apps/api/src/infrastructure/(prisma|queue)/|\\.system\\.ts$|\\.spec\\.ts$|^(test|packages/testing)/',
    message:
      'The system role passes row-level security. Its client and its unit of work belong in jobs, relay, sweepers, infrastructure/{prisma,queue} or *.system.ts.',
  },
  {
    names: '^Prisma(Client)?$',
    doors: '(@prisma/client|/generated/client)$',
    allow:
      '\\.(repository|system)\\.ts$|^apps/api/src/infrastructure/(prisma|queue)/|\\.spec\\.ts$|^(test|packages/testing|prisma)/',
    message: 'Prisma stays in *.repository.ts, *.system.ts and infrastructure/{prisma,queue}.',
  },
];

export default defineConfig(
  {
    ignores: [
      '**/{node_modules,dist,coverage,generated}/**',
      '**/{.next,.turbo,.memhub*}/**',
      '**/next-env.d.ts',
      'packages/models/assets/**',
    ],
  },
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { workspace },
    rules: {
      'workspace/file-name': 'error',
      'workspace/max-params': 'error',
      'max-lines': ['error', { max: 400 }],
      'no-console': 'error',
      // Text from outside is cleaned of control characters by pattern.
      'no-control-regex': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-param-reassign': 'error',
      'no-restricted-syntax': ['error', ...NO_DEFAULT_EXPORT],
      'no-restricted-properties': ['error', ...NO_ENVIRONMENT.property],
      'no-restricted-imports': ['error', { paths: [NO_FORWARD_REF, ...NO_ENVIRONMENT.imports] }],
      'no-implicit-coercion': 'error',
      'object-shorthand': 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: TYPESCRIPT,
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/ban-ts-comment': [
        'error',
        { 'ts-expect-error': 'allow-with-description', 'ts-ignore': true, minimumDescriptionLength: 10 },
      ],
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-require-imports': ['error', { allowAsImport: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/no-unnecessary-boolean-literal-compare': 'error',
      '@typescript-eslint/only-throw-error': ['error', { allowThrowingUnknown: true }],
      '@typescript-eslint/prefer-promise-reject-errors': ['error', { allowThrowingUnknown: true }],
      '@typescript-eslint/prefer-readonly': 'error',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/use-unknown-in-catch-callback-variable': 'error',
      // A port may be asynchronous although one of its adapters never waits.
      '@typescript-eslint/require-await': 'off',
      'workspace/endpoint-must-authorize': 'error',
      'workspace/import-only-from': ['error', GUARDED_IMPORTS],
    },
  },
  {
    files: EDGES,
    rules: {
      '@typescript-eslint/consistent-type-assertions': [
        'error',
        { assertionStyle: 'as', objectLiteralTypeAssertions: 'never' },
      ],
    },
  },
  {
    files: ['apps/api/src/modules/**'],
    rules: { 'no-restricted-syntax': ['error', ...NO_DEFAULT_EXPORT, NO_OTHER_DOOR] },
  },
  {
    files: PURE,
    ignores: [...TESTS, 'packages/retrieval/src/{postgres,memory,meilisearch,qdrant}/**'],
    rules: { 'no-restricted-syntax': ['error', ...NO_DEFAULT_EXPORT, ...NO_AMBIENT_INPUT] },
  },
  {
    files: ['apps/web/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': hooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  {
    files: ['apps/api/src/config/**', ...COMMAND_LINE, ...TOOL_SETTINGS, ...TESTS],
    rules: {
      'no-restricted-properties': 'off',
      'no-restricted-imports': ['error', { paths: [NO_FORWARD_REF] }],
    },
  },
  { files: ['**/*.fixture.ts'], rules: { 'max-lines': 'off' } },
  { files: [...COMMAND_LINE, 'test/**'], rules: { 'no-console': 'off' } },
  {
    files: ['**/*.spec.{ts,tsx}'],
    rules: {
      'workspace/test-must-assert': 'error',
      'no-restricted-syntax': ['error', ...NO_DEFAULT_EXPORT, ...NO_SWITCHED_OFF_TESTS],
      '@typescript-eslint/consistent-type-assertions': [
        'error',
        { assertionStyle: 'as', objectLiteralTypeAssertions: 'never' },
      ],
      // `expect.any(…)` is typed `any`, and `expect(object.method)` does not call it.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    files: [...NEXT_ENTRIES, ...TOOL_SETTINGS, '**/global-{setup,teardown}.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: [...JAVASCRIPT, ...TOOL_SETTINGS],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { parserOptions: { projectService: false } },
  },
  {
    files: JAVASCRIPT,
    languageOptions: { globals: nodeGlobals() },
    rules: { '@typescript-eslint/no-require-imports': 'off', 'no-restricted-properties': 'off' },
  },
  { files: ['**/*.cjs'], languageOptions: { sourceType: 'commonjs' } },
  prettier,
);

function nodeGlobals() {
  const names =
    'AbortController AbortSignal Buffer TextDecoder TextEncoder URL URLSearchParams __dirname __filename clearInterval ' +
    'clearTimeout console exports fetch global module performance process queueMicrotask require setImmediate ' +
    'setInterval setTimeout structuredClone';
  return Object.fromEntries(names.split(' ').map((name) => [name, 'readonly']));
}
