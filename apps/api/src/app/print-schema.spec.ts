import { readFileSync } from 'node:fs';
import path from 'node:path';
import { printHubSchema } from './print-schema';

describe('the GraphQL schema', () => {
  it('is committed as the code makes it (pnpm --filter @memory-hub/api schema writes it)', async () => {
    const committed = readFileSync(path.join(__dirname, '..', '..', 'schema.graphql'), 'utf8');
    expect(await printHubSchema()).toBe(committed);
  });
});
