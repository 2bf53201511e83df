import type { FixtureFiles } from '../fixture-tree';

/** Sources that come close to a rule and keep it. */
export const CLEAN_SOURCES: FixtureFiles = {
  'apps/api/src/modules/spaces/graphql/spaces.resolver.ts': `
    import { Authorize, Mutation, Public, Query } from '../decorators';
    export class SpacesResolver {
      @Query() @Authorize('read', 'Space') space(): string { return 'one'; }
      @Mutation() @Public() signIn(): string { return 'in'; }
      titleOf(): string { return 'not an endpoint'; }
    }`,
  'apps/api/src/modules/spaces/mcp/read.tool.ts': `
    import { Authorize } from '../decorators';
    @Authorize('read', 'Space')
    export class ReadTool { run(): string { return 'text'; } }`,
  'apps/api/src/modules/spaces/graphql/health.controller.ts': `
    import { Get, Public } from '../decorators';
    @Public()
    export class HealthController { @Get() healthz(): string { return 'ok'; } }`,
  'apps/api/src/modules/spaces/decorators.ts': `
    type Decorator = (...target: unknown[]) => void;
    const nothing: Decorator = () => undefined;
    export const Get = (): Decorator => nothing;
    export const Query = Get;
    export const Mutation = Get;
    export const Public = Get;
    export const Injectable = Get;
    export const Authorize = (_action: string, _subject: string): Decorator => nothing;`,
  'apps/api/src/infrastructure/prisma/index.ts': "export const SYSTEM_CLIENT = Symbol('system client');",
  'apps/api/src/modules/spaces/jobs/fold.processor.ts': `
    import { SYSTEM_CLIENT } from '../../../infrastructure/prisma';
    export const database = SYSTEM_CLIENT;`,
  'apps/api/src/modules/spaces/credentials.system.ts': `
    import { SYSTEM_CLIENT } from '../../infrastructure/prisma';
    export const database = SYSTEM_CLIENT;`,
  'apps/api/src/modules/spaces/spaces.service.ts': `
    import { Injectable } from './decorators';
    @Injectable()
    export class SpacesService {
      constructor(readonly a: Date, readonly b: Date, readonly c: Date, readonly d: Date, readonly e: Date) {}
    }`,
  'apps/api/src/config/settings.ts': 'export const port = process.env.MEMHUB_PORT;',
  'apps/web/src/app/page.tsx': 'export default function Page() { return null; }',
  'packages/cli/src/print.ts': "console.log('done');",
  'packages/memory/src/age.ts':
    'export const age = (then: Date, now: Date) => now.getTime() - then.getTime();',
  'packages/memory/src/age.spec.ts': `
    import { age } from './age';
    it('is nothing at birth', () => { const now = new Date(); expect(age(now, now)).toBe(0); });`,
};
