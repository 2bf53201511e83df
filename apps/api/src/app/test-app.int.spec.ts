import { credentialsOf, startTestApp, type TestApp } from './test-app.fixture';

describe('the end of the hub', () => {
  it('answers what it is working on, ends streams, and takes nothing new', async () => {
    const hub = await startTestApp();
    const { admin } = await hub.bootstrap();
    const events = await fetch(`${hub.url}/events`, { headers: credentialsOf(admin) });
    // Checking a password takes long enough to be under way when the end begins.
    const running = Array.from({ length: 4 }, () =>
      hub.graphql(
        'mutation { signIn(input: { email: "ada@example.org", password: "a long password 1" }) { viewer { user { name } } userErrors { code } } }',
      ),
    );
    const ready = await fetch(`${hub.url}/readyz`);
    const closing = hub.close();
    const replies = await Promise.all(running);
    expect(replies.map(({ data }) => data)).toEqual(
      replies.map(() => ({ signIn: { viewer: { user: { name: 'Ada' } }, userErrors: [] } })),
    );
    expect(ready.status).toBe(200);
    expect(await events.text()).toContain('retry');
    await closing;
    await expect(fetch(`${hub.url}/healthz`)).rejects.toThrow();
  });
});

describe('the hub for tests', () => {
  let hub: TestApp;
  beforeAll(async () => {
    hub = await startTestApp();
  });
  afterAll(() => hub.close());

  it('runs from the first run to a second person and an agent', async () => {
    const before = await hub.must<{ setup: { state: string } }>(
      '{ setup { state organisationName version } }',
    );
    expect(before.setup).toEqual({ state: 'NEEDS_ADMIN', organisationName: null, version: '0.1.0' });
    const { admin, team } = await hub.bootstrap();
    const viewer = await hub.must(
      '{ viewer { user { name email orgRoles } organisation { name viewerCan { createSpace invite readAudit } } spaces { role space { kind name slug } } } }',
      {},
      admin,
    );
    expect(viewer).toMatchObject({
      viewer: {
        user: { name: 'Ada', email: 'ada@example.org', orgRoles: ['ORG_ADMIN'] },
        organisation: { name: 'Example', viewerCan: { createSpace: true, invite: true, readAudit: true } },
        spaces: [
          { role: 'ADMIN', space: { kind: 'PERSONAL' } },
          { role: 'ADMIN', space: { kind: 'TEAM', name: 'Platform', slug: 'platform' } },
        ],
      },
    });
    const member = await hub.createUser({ role: 'reviewer' });
    const members = await hub.must(
      'query ($id: ID!) { space(id: $id) { members { totalCount edges { node { role user { name } } } } } }',
      { id: team.id },
      member,
    );
    expect(members).toMatchObject({ space: { members: { totalCount: 2 } } });
    const agent = await hub.createAgent({ owner: member });
    const ctx = await hub.contextOf(agent);
    expect(ctx.principal).toMatchObject({ kind: 'agent', agentId: agent.uuid });
    expect(await hub.must('{ __typename }', {}, agent)).toEqual({ __typename: 'Query' });
  });
});
