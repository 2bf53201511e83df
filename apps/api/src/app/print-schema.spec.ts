import { printHubSchema } from './print-schema';
it('x', async () => { const s = await printHubSchema(); require('fs').writeFileSync('/tmp/my.graphql', s); expect(s.length).toBeGreaterThan(10); });
