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
    import { Authorize, McpTool } from '../decorators';
    @McpTool()
    export class ReadTool { @Authorize('read', 'Space') call(): string { return 'text'; } }
    export class Page { readonly lines = 20; }`,
  'apps/api/src/modules/spaces/decorators.ts': `
    type Decorator = (...target: unknown[]) => void;
    const nothing: Decorator = () => undefined;
    export const Query = (): Decorator => nothing;
    export const Mutation = Query;
    export const Public = Query;
    export const McpTool = Query;
    export const Injectable = Query;
    export const Authorize = (_action: string, _subject: string): Decorator => nothing;`,
  'apps/api/src/infrastructure/prisma/index.ts': `
    export const SYSTEM_CLIENT = Symbol('system client');
    export { SystemWork } from './system-work';`,
  'apps/api/src/infrastructure/prisma/system-work.ts':
    'export class SystemWork { write(): string { return this.constructor.name; } }',
  'apps/api/src/modules/spaces/joining.system.ts': `
    import { SystemWork } from '../../infrastructure/prisma';
    export const work = new SystemWork();`,
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
