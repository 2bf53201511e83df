import { startTestApp, type TestApp } from './test-app.fixture';

describe('the hub for tests', () => {
  let hub: TestApp;
  beforeAll(async () => {
    hub = await startTestApp();
  });
  afterAll(() => hub.close());

  it('runs from the first run to a second person and an agent', async () => {
    const before = await hub.must<{ setup: { state: string } }>('{ setup { state organisationName version } }');
    expect(before.setup).toEqual({ state: 'NEEDS_ADMIN', organisationName: null, version: '0.1.0' });
    const { admin, team } = await hub.bootstrap();
    const viewer = await hub.must('{ viewer { user { name email orgRoles } organisation { name viewerCan { createSpace invite readAudit } } spaces { role space { kind name slug } } } }', {}, admin);
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
    const members = await hub.must('query ($id: ID!) { space(id: $id) { members { totalCount edges { node { role user { name } } } } } }', { id: team.id }, member);
    expect(members).toMatchObject({ space: { members: { totalCount: 2 } } });
    const agent = await hub.createAgent({ owner: member });
    const ctx = await hub.contextOf(agent);
    expect(ctx.principal).toMatchObject({ kind: 'agent', agentId: agent.uuid });
    expect(await hub.must('{ __typename }', {}, agent)).toEqual({ __typename: 'Query' });
  });
});
