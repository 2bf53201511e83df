import {
  prepareDatabase,
  quietLog,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '@memory-hub/postgres';
import { freePort, temporaryFolder, until } from '@memory-hub/testing';
import { rmSync } from 'node:fs';
import { startTestApp, type TestApp, type TestPerson } from './test-app.fixture';

const LOOK = '{ viewer { user { name } spaces { role } } }';
const RENAME =
  'mutation ($name: String) { updateProfile(input: { name: $name }) { user { name } userErrors { code } } }';

describe('the hub without its database', () => {
  const dataDir = temporaryFolder();
  let postgres: EmbeddedPostgres;
  let port: number;
  let hub: TestApp;
  let person: TestPerson;

  const start = (): Promise<EmbeddedPostgres> => startEmbeddedPostgres({ dataDir, port, log: quietLog });
  beforeAll(async () => {
    port = await freePort();
    postgres = await start();
    const urls = await prepareDatabase({
      ownerUrl: postgres.ownerUrl,
      secret: 'a secret of 32 bytes, for tests only',
      log: quietLog,
    });
    hub = await startTestApp({
      database: { ...urls, ownerUrl: postgres.ownerUrl, stop: async () => undefined },
    });
    ({ admin: person } = await hub.bootstrap());
  });
  afterAll(async () => {
    await hub.close();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const back = (): Promise<unknown> =>
    until(async () => (await hub.graphql(LOOK, {}, person)).status === 200, {
      what: 'an answer after the database is back',
    });

  it('says that it is away and when to come back, for everything, and works again by itself', async () => {
    await postgres.stop();
    for (const [query, as] of [
      [LOOK, person],
      [RENAME, person],
      ['{ setup { state } }', null],
    ] as const) {
      const reply = await hub.graphql(query, { name: 'Lost' }, as);
      expect([query, reply.status, reply.errors[0]?.extensions]).toEqual([
        query,
        503,
        expect.objectContaining({ code: 'UNAVAILABLE', retryAfter: expect.any(Number) as number }) as object,
      ]);
      expect(reply.headers.get('retry-after')).toMatch(/^\d+$/);
    }
    expect((await fetch(`${hub.url}/healthz`)).status).toBe(200);
    const ready = await fetch(`${hub.url}/readyz`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({
      status: 'down',
      parts: expect.arrayContaining([
        expect.objectContaining({ name: 'database', state: 'down' }),
      ]) as unknown[],
    });

    postgres = await start();
    await back();
    expect((await fetch(`${hub.url}/readyz`)).status).toBe(200);
    expect((await hub.must<{ viewer: { user: { name: string } } }>(LOOK, {}, person)).viewer.user.name).toBe(
      'Ada',
    );
  });

  it('never says that something is missing, or a key wrong, while it cannot look', async () => {
    const agent = await hub.createAgent();
    await postgres.stop();
    const replies = await Promise.all([
      hub.graphql('query { task(id: "task_00000000000000000000000000000000") { id } }', {}, person),
      hub.graphql(LOOK, {}, agent),
      hub.graphql(
        'mutation { signIn(input: { email: "ada@example.org", password: "x" }) { viewer { csrfToken } userErrors { code } } }',
      ),
    ]);
    expect(replies.map(({ errors }) => errors.map(({ extensions }) => extensions['code']))).toEqual([
      ['UNAVAILABLE'],
      ['UNAVAILABLE'],
      ['UNAVAILABLE'],
    ]);
    postgres = await start();
    await back();
  });

  it('keeps what it acknowledged and nothing else when the server is killed in the middle of writes', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `Name ${index}`);
    let acknowledged = 'Ada';
    let killed = false;
    for (const [index, name] of names.entries()) {
      if (index === 20) {
        process.kill(postgres.pid, 'SIGKILL');
        killed = true;
      }
      const reply = await hub.graphql(RENAME, { name }, person);
      if (reply.status === 200) acknowledged = name;
      else expect([killed, reply.status]).toEqual([true, 503]);
    }
    await back();
    expect((await hub.must<{ viewer: { user: { name: string } } }>(LOOK, {}, person)).viewer.user.name).toBe(
      acknowledged,
    );
  });
});
