import type { FixtureFiles } from '../fixture-tree';

/** One fault, the file it stands in and the rule that must name it. */
export interface SeededLintFault {
  readonly rule: string;
  readonly what: string;
  readonly file: string;
  readonly text: string;
}

const SPACES = 'apps/api/src/modules/spaces';
const DECORATORS =
  "import { Authorize, McpTool, Mutation, Public, Query, Subscription } from '../decorators';\n";

function resolver(name: string, member: string): Pick<SeededLintFault, 'file' | 'text'> {
  return {
    file: `${SPACES}/graphql/${name}.resolver.ts`,
    text: `${DECORATORS}export class Resolver { ${member} answer(): string { return ''; } }`,
  };
}

const ENDPOINTS = 'workspace/endpoint-must-authorize';
const ENDPOINT_FAULTS: SeededLintFault[] = [
  { rule: ENDPOINTS, what: 'an open query', ...resolver('query', '@Query()') },
  { rule: ENDPOINTS, what: 'an open mutation', ...resolver('mutation', '@Mutation()') },
  { rule: ENDPOINTS, what: 'an open subscription', ...resolver('subscription', '@Subscription()') },
  { rule: ENDPOINTS, what: '@Authorize without arguments', ...resolver('empty', '@Query() @Authorize()') },
  { rule: ENDPOINTS, what: '@Public without parentheses', ...resolver('bare', '@Query() @Public') },
  {
    rule: ENDPOINTS,
    what: 'two contrary decorators',
    ...resolver('both', "@Query() @Public() @Authorize('read', 'Space')"),
  },
  {
    rule: ENDPOINTS,
    what: 'a resolver guarded only as a class',
    file: `${SPACES}/graphql/class.resolver.ts`,
    text: `${DECORATORS}@Public() export class Resolver { @Query() answer(): string { return ''; } }`,
  },
  {
    rule: ENDPOINTS,
    what: 'an open tool by its file',
    file: `${SPACES}/mcp/open.tool.ts`,
    text: "export class OpenTool { call(): string { return ''; } }",
  },
  {
    rule: ENDPOINTS,
    what: 'an open tool by its decorator',
    file: `${SPACES}/mcp/decorated.ts`,
    text: `${DECORATORS}@McpTool() export class OpenTool { call(): string { return ''; } }`,
  },
  {
    rule: ENDPOINTS,
    what: 'a tool guarded only as a class',
    file: `${SPACES}/mcp/class.tool.ts`,
    text: `${DECORATORS}@McpTool() @Authorize('read', 'Space') export class Tool { call(): string { return ''; } }`,
  },
  {
    rule: ENDPOINTS,
    what: 'a tool without a call',
    file: `${SPACES}/mcp/empty.tool.ts`,
    text: `${DECORATORS}@McpTool() export class Tool { run(): string { return ''; } }`,
  },
];

const GUARDED = 'workspace/import-only-from';
const GUARDED_FAULTS: SeededLintFault[] = [
  {
    rule: GUARDED,
    what: 'the system client in a service',
    file: `${SPACES}/spaces.service.ts`,
    text: "import { SYSTEM_CLIENT } from '../../infrastructure/prisma'; export const all = SYSTEM_CLIENT;",
  },
  {
    rule: GUARDED,
    what: "the system role's unit of work in a service",
    file: `${SPACES}/joining.service.ts`,
    text: "import { SystemWork } from '../../infrastructure/prisma'; export const all = SystemWork;",
  },
  {
    rule: GUARDED,
    what: "the system role's unit of work in a resolver, as a type",
    file: `${SPACES}/graphql/joining.resolver.ts`,
    text: "import { type SystemWork } from '../../../infrastructure/prisma'; export type All = SystemWork;",
  },
  {
    rule: GUARDED,
    what: "the file of the system role's unit of work",
    file: `${SPACES}/system-file.ts`,
    text: "import * as work from '../../infrastructure/prisma/system-work'; export const all = work;",
  },
  {
    rule: GUARDED,
    what: 'the system client passed on under another name',
    file: `${SPACES}/pass-on.ts`,
    text: "export { SYSTEM_CLIENT as database } from '../../infrastructure/prisma';",
  },
  {
    rule: GUARDED,
    what: 'the door of the system client as a whole',
    file: `${SPACES}/whole.ts`,
    text: "import * as database from '../../infrastructure/prisma'; export const all = database;",
  },
  {
    rule: GUARDED,
    what: 'a file behind the door',
    file: `${SPACES}/file.ts`,
    text: "import { APP_CLIENT } from '../../infrastructure/prisma/tokens'; export const all = APP_CLIENT;",
  },
  {
    rule: GUARDED,
    what: 'the system client loaded late',
    file: `${SPACES}/late.ts`,
    text: "export const all = () => import('../../infrastructure/prisma');",
  },
  {
    rule: GUARDED,
    what: 'Prisma handed on by infrastructure',
    file: `${SPACES}/query.service.ts`,
    text: "import { Prisma } from '../../infrastructure/prisma'; export const sql = Prisma;",
  },
];

const OWN_FAULTS: SeededLintFault[] = [
  ...['text.utils.ts', 'helpers.ts', 'common.ts', 'shared.ts', 'lib.ts', 'date-helper.spec.ts'].map(
    (name) => ({
      rule: 'workspace/file-name',
      what: `a file named ${name}`,
      file: `packages/memory/src/${name}`,
      text: 'export const text = 1;',
    }),
  ),
  {
    rule: 'workspace/max-params',
    what: 'five parameters',
    file: 'packages/memory/src/five.ts',
    text: 'export const five = (a: 1, b: 1, c: 1, d: 1, e: 1) => [a, b, c, d, e];',
  },
  {
    rule: 'workspace/max-params',
    what: 'five parameters of a constructor nobody injects',
    file: 'packages/memory/src/five-fields.ts',
    text: 'export class Five { constructor(readonly a: 1, readonly b: 1, readonly c: 1, readonly d: 1, readonly e: 1) {} }',
  },
  {
    rule: 'workspace/test-must-assert',
    what: 'a test that cannot fail',
    file: 'packages/memory/src/empty.spec.ts',
    text: "it('runs', () => { JSON.stringify(1); });",
  },
];

const SYNTAX = 'no-restricted-syntax';
const HABIT_FAULTS: SeededLintFault[] = [
  {
    rule: SYNTAX,
    what: 'a default export',
    file: 'packages/memory/src/default-export.ts',
    text: 'export default 1;',
  },
  {
    rule: SYNTAX,
    what: 'a default export by name',
    file: 'packages/memory/src/named-default.ts',
    text: 'const one = 1; export { one as default };',
  },
  {
    rule: SYNTAX,
    what: 'a clock in a decision',
    file: 'packages/memory/src/clock.ts',
    text: 'export const now = () => new Date();',
  },
  {
    rule: SYNTAX,
    what: 'a clock in a module’s domain',
    file: `${SPACES}/domain/clock.ts`,
    text: 'export const now = () => Date.now();',
  },
  {
    rule: SYNTAX,
    what: 'chance in a decision',
    file: 'packages/memory/src/chance.ts',
    text: 'export const chance = () => Math.random();',
  },
  {
    rule: SYNTAX,
    what: 'a test switched off',
    file: 'packages/memory/src/skipped.spec.ts',
    text: "it.skip('is off', () => { expect(1).toBe(1); });",
  },
  {
    rule: SYNTAX,
    what: 'an HTTP route in a module',
    file: `${SPACES}/spaces.controller.ts`,
    text: "import { Controller } from '@nestjs/common'; @Controller('spaces') export class Spaces {}",
  },
  {
    rule: 'no-restricted-properties',
    what: 'the environment',
    file: `${SPACES}/environment.ts`,
    text: 'export const port = process.env.PORT;',
  },
  {
    rule: 'no-restricted-imports',
    what: 'the environment by import',
    file: `${SPACES}/environment-import.ts`,
    text: "import { env } from 'node:process'; export const port = env.PORT;",
  },
  {
    rule: 'no-restricted-imports',
    what: 'forwardRef',
    file: `${SPACES}/forward.ts`,
    text: "import { forwardRef } from '@nestjs/common'; export const later = forwardRef;",
  },
  {
    rule: 'no-console',
    what: 'console',
    file: `${SPACES}/console.ts`,
    text: "console.log('here');",
  },
  {
    rule: 'max-lines',
    what: 'a file of 401 lines',
    file: 'packages/memory/src/long.ts',
    text: Array.from({ length: 401 }, (_, line) => `export const line${line} = ${line};`).join('\n'),
  },
  {
    rule: '@typescript-eslint/no-explicit-any',
    what: 'any',
    file: 'packages/memory/src/anything.ts',
    text: 'export const same = (value: any): unknown => value;',
  },
  {
    rule: '@typescript-eslint/no-non-null-assertion',
    what: 'a non-null assertion',
    file: 'packages/memory/src/surely.ts',
    text: 'export const first = (list: string[]) => list[0]!;',
  },
  {
    rule: '@typescript-eslint/consistent-type-assertions',
    what: 'an assertion of a type inside',
    file: 'packages/memory/src/assertion.ts',
    text: 'export const text = (value: unknown) => value as string;',
  },
  {
    rule: '@typescript-eslint/ban-ts-comment',
    what: 'an ignored type error',
    file: 'packages/memory/src/ignored.ts',
    text: "// @ts-ignore\nexport const one: number = 'one';",
  },
  {
    rule: '@typescript-eslint/no-floating-promises',
    what: 'a promise nobody waits for',
    file: 'packages/memory/src/floating.ts',
    text: 'export function start() { Promise.resolve(1); }',
  },
  {
    rule: '@typescript-eslint/no-misused-promises',
    what: 'a promise as a condition',
    file: 'packages/memory/src/misused.ts',
    text: 'export const ready = (check: Promise<boolean>) => (check ? 1 : 2);',
  },
  {
    rule: '@typescript-eslint/switch-exhaustiveness-check',
    what: 'a switch that forgets a case',
    file: 'packages/memory/src/switch.ts',
    text: "export function code(kind: 'a' | 'b') { switch (kind) { case 'a': return 1; } return 0; }",
  },
  {
    rule: 'react-hooks/rules-of-hooks',
    what: 'a conditional hook',
    file: 'apps/web/src/conditional.tsx',
    text: "import { useState } from 'react'; export function Box({ on }: { on: boolean }) { if (on) useState(1); return null; }",
  },
];

export const SEEDED_LINT_FAULTS: readonly SeededLintFault[] = [
  ...ENDPOINT_FAULTS,
  ...GUARDED_FAULTS,
  ...OWN_FAULTS,
  ...HABIT_FAULTS,
];

/** A comment cannot switch a rule off. */
export const SWITCHED_OFF: FixtureFiles = {
  'packages/memory/src/switched-off.ts':
    '/* eslint-disable */\nexport const same = (value: any): unknown => value;',
};
