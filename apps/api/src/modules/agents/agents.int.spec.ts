import { McpTestClient, until } from '@memory-hub/testing';
import type { TestAgent, TestPerson } from '../../app/test-app.fixture';
import { AgentDesk } from './agent-desk.fixture';

describe('agents and their keys', () => {
  let agents: AgentDesk;
  let owner: TestPerson;
  beforeAll(async () => {
    agents = await AgentDesk.open();
    owner = agents.desk.author;
  });
  afterAll(() => agents?.hub.close());

  const roll = async (agent: TestAgent, extra: object, as = agent.owner) => {
    const { payload, faults } = await agents.act<{
      key: string | null;
      agent: { key: { id: string; scopes: string[] } } | null;
    }>('createApiKey', 'CreateApiKeyInput', {
      input: { agentId: agent.id, ...extra },
      fields: 'key agent { key { id scopes } }',
      as,
    });
    return { key: payload.key ?? '', current: payload.agent?.key ?? null, faults };
  };
  const revoke = (id: string, as: TestPerson) =>
    agents.act<{ agent: { id: string } | null }>('revokeApiKey', 'IdInput', {
      input: { id },
      fields: 'agent { id }',
      as,
    });
  const keyId = (uuid: string) => `key_${uuid.replaceAll('-', '')}`;
  const update = async (agent: TestAgent, change: object, as: TestPerson) =>
    (
      await agents.act('updateAgent', 'UpdateAgentInput', {
        input: { id: agent.id, ...change },
        fields: 'agent { id name status }',
        as,
      })
    ).faults;

  it('shows a key once, stores only its hash, and counts the agent for those who see it', async () => {
    const agent = await agents.agent(owner, 'builder', {
      rolePrompt: '修复账单服务',
      scopes: ['MEMORY_READ', 'MEMORY_WRITE'],
    });
    expect(agent.key).toMatch(/^mh_agent_/);
    expect(await agents.call(agent)).toBe(200);
    const seen = await agents.hub.must(
      'query ($id: ID!) { agent(id: $id) { name rolePrompt status clientType space { name kind } owner { name } key { scopes revokedAt } viewerCan { edit mount createKey revokeKey readMemory } memory { turns cards } connect { client code } } viewer { agentCount } node(id: $id) { id } }',
      { id: agent.id },
      owner,
    );
    expect(seen).toMatchObject({
      agent: {
        name: 'builder',
        rolePrompt: '修复账单服务',
        status: 'active',
        space: { name: 'Platform', kind: 'TEAM' },
        owner: { name: 'Bo' },
        key: { scopes: ['MEMORY_READ', 'MEMORY_WRITE'], revokedAt: null },
        viewerCan: { edit: true, createKey: true, readMemory: true },
        memory: { turns: 0, cards: 0 },
      },
      viewer: { agentCount: 1 },
      node: { id: agent.id },
    });
    expect(JSON.stringify(seen)).not.toContain(agent.key);
    const stored = await agents.hub.sql<{ row: string }>('SELECT row_to_json(k)::text AS row FROM api_key k');
    expect(stored.some(({ row }) => row.includes(agent.key.slice(-20)))).toBe(false);
  });

  it('knows who called, from the first call on', async () => {
    const agent = await agents.agent(owner, 'caller');
    await agents.call(agent);
    const connected = await until(
      async () => {
        const { agent: seen } = await agents.hub.must<{
          agent: { firstCallAt: string | null; lastClient: string | null };
        }>(
          'query ($id: ID!) { agent(id: $id) { firstCallAt lastCallAt lastClient } }',
          { id: agent.id },
          owner,
        );
        return seen.firstCallAt === null ? null : seen;
      },
      { what: 'the first call' },
    );
    expect(connected.lastClient).toBe('node');
    const client = await McpTestClient.connect(agents.hub.url, agent.key);
    await client.toolNames();
    await client.close();
    await until(
      async () => {
        const { agent: seen } = await agents.hub.must<{ agent: { lastClient: string | null } }>(
          'query ($id: ID!) { agent(id: $id) { lastClient } }',
          { id: agent.id },
          owner,
        );
        return seen.lastClient === 'memory-hub-tests 1.0.0';
      },
      { what: 'the name that the MCP client gives itself' },
    );
  });

  it('refuses a name that is taken in the space, naming it, and takes it in another', async () => {
    await agents.agent(owner, 'twin');
    const again = await agents.act('createAgent', 'CreateAgentInput', {
      input: { spaceId: agents.desk.team.id, name: ' twin ', clientType: 'generic' },
      fields: 'key agent { id }',
      as: agents.desk.reviewer,
    });
    expect(again).toMatchObject({
      payload: { key: null, agent: null },
      faults: [{ code: 'CONFLICT', path: ['name'], message: expect.stringContaining('twin') }],
    });
    const elsewhere = await agents.act('createAgent', 'CreateAgentInput', {
      input: { spaceId: agents.desk.personal.id, name: 'twin', clientType: 'generic' },
      fields: 'agent { id }',
      as: agents.desk.admin,
    });
    expect(elsewhere.faults).toEqual([]);
  });

  it('makes one agent of a repeated request and gives the key only the first time', async () => {
    const request = {
      input: { spaceId: agents.desk.team.id, name: 'once', clientType: 'generic', idempotencyKey: 'k1' },
      fields: 'key agent { id }',
      as: owner,
    };
    const [first, second] = [
      await agents.act('createAgent', 'CreateAgentInput', request),
      await agents.act('createAgent', 'CreateAgentInput', request),
    ];
    expect(second.payload).toEqual({ key: null, agent: first.payload['agent'] });
  });

  it.each<[string, object, RegExp]>([
    ['an empty name', { name: '  ' }, /name must not be empty/],
    ['no client type', { clientType: '' }, /clientType/],
    ['a scope that writes alone', { scopes: ['MEMORY_WRITE'] }, /only together with memory:read/],
    ['an end in the past', { expiresAt: '2020-01-01T00:00:00Z' }, /past/],
    ['a prompt that is too long', { rolePrompt: 'x'.repeat(20_001) }, /rolePrompt/],
  ])('refuses %s and makes nothing', async (_what, extra, message) => {
    const input = { spaceId: agents.desk.team.id, name: 'never', clientType: 'generic', ...extra };
    const { payload, faults } = await agents.act('createAgent', 'CreateAgentInput', {
      input,
      fields: 'agent { id }',
      as: owner,
    });
    expect(payload).toEqual({ agent: null });
    expect(faults[0]?.message).toMatch(message);
    expect(await agents.hub.sql("SELECT id FROM agent WHERE name = 'never'")).toEqual([]);
  });

  it('lets viewers and strangers to the space make none', async () => {
    const input = { spaceId: agents.desk.team.id, name: 'mine', clientType: 'generic' };
    expect(
      (
        await agents.act('createAgent', 'CreateAgentInput', {
          input,
          fields: 'agent { id }',
          as: agents.desk.viewer,
        })
      ).faults,
    ).toMatchObject([{ code: 'FORBIDDEN' }]);
    const eve = await agents.hub.createUser({ name: 'Eve', team: await agents.hub.createTeam('Elsewhere') });
    expect(
      (await agents.act('createAgent', 'CreateAgentInput', { input, fields: 'agent { id }', as: eve }))
        .faults,
    ).toMatchObject([{ code: 'NOT_FOUND' }]);
  });

  it('shows an agent to its owner and the admins of its space, and its key to its owner alone', async () => {
    const agent = await agents.agent(owner, 'private-ish');
    const read = (as: TestPerson) =>
      agents.hub.must<{ agent: { name: string; key: object | null } | null }>(
        'query ($id: ID!) { agent(id: $id) { name key { id } viewerCan { edit createKey readMemory } } }',
        { id: agent.id },
        as,
      );
    expect(await read(agents.desk.reviewer)).toEqual({ agent: null });
    expect(await read(agents.desk.admin)).toMatchObject({
      agent: { viewerCan: { edit: true, createKey: false, readMemory: false } },
    });
    expect(await update(agent, { name: 'renamed' }, agents.desk.reviewer)).toMatchObject([
      { code: 'NOT_FOUND' },
    ]);
    expect(await update(agent, { name: 'renamed' }, agents.desk.admin)).toEqual([]);
    expect((await roll(agent, {}, agents.desk.admin)).faults).toMatchObject([{ code: 'FORBIDDEN' }]);
  });

  it('ends the old key at once when a new one is made, and keeps its scopes', async () => {
    const agent = await agents.agent(owner, 'rolled', { scopes: ['MEMORY_READ'] });
    const { key, current } = await roll(agent, {});
    expect(current?.scopes).toEqual(['MEMORY_READ']);
    expect([await agents.call(agent), await agents.call({ key })]).toEqual([401, 200]);
  });

  it('lets the old key work on for the overlap, and no longer', async () => {
    const agent = await agents.agent(owner, 'overlapping');
    const { key } = await roll(agent, { overlapMinutes: 60 });
    expect([await agents.call(agent), await agents.call({ key })]).toEqual([200, 200]);
    const [old] = await agents.hub.sql<{ minutes: number }>(
      'SELECT extract(epoch FROM expires_at - now()) / 60 AS minutes FROM api_key WHERE id = $1',
      [agent.keyUuid],
    );
    expect(Number(old?.minutes)).toBeGreaterThan(58);
    expect(Number(old?.minutes)).toBeLessThanOrEqual(60);
    await agents.hub.sql("UPDATE api_key SET expires_at = now() - interval '1 second' WHERE id = $1", [
      agent.keyUuid,
    ]);
    expect([await agents.call(agent), await agents.call({ key })]).toEqual([401, 200]);
    expect((await roll(agent, { overlapMinutes: -1 })).faults).toMatchObject([
      { code: 'VALIDATION_FAILED', path: ['overlapMinutes'] },
    ]);
  });

  it('refuses the next call of a revoked key, and of one that overlapped with it', async () => {
    const agent = await agents.agent(owner, 'revoked');
    const { key, current } = await roll(agent, { overlapMinutes: 60 });
    expect((await revoke(current?.id ?? '', owner)).faults).toEqual([]);
    expect([await agents.call(agent), await agents.call({ key })]).toEqual([401, 401]);
    expect((await revoke(current?.id ?? '', owner)).faults).toMatchObject([{ code: 'NOT_FOUND' }]);
  });

  it('lets nobody but the owner and the organisation’s admin revoke a key', async () => {
    const agent = await agents.agent(owner, 'guarded');
    expect((await revoke(keyId(agent.keyUuid), agents.desk.reviewer)).faults).toMatchObject([
      { code: 'NOT_FOUND' },
    ]);
    expect(await agents.call(agent)).toBe(200);
    expect((await revoke(keyId(agent.keyUuid), agents.desk.admin)).faults).toEqual([]);
    expect(await agents.call(agent)).toBe(401);
  });

  it('refuses a paused agent at its next call and lets it in again', async () => {
    const agent = await agents.agent(owner, 'sleepy');
    expect(await update(agent, { paused: true }, owner)).toEqual([]);
    expect(await agents.call(agent)).toBe(403);
    expect(await update(agent, { paused: false }, owner)).toEqual([]);
    expect(await agents.call(agent)).toBe(200);
    expect(await update(agent, {}, owner)).toMatchObject([{ code: 'VALIDATION_FAILED' }]);
  });

  it('writes down every act, without a secret', async () => {
    const agent = await agents.agent(owner, 'audited');
    const { key } = await roll(agent, {});
    const rows = await agents.hub.sql<{ action: string; text: string }>(
      "SELECT action, details::text AS text FROM audit_entry WHERE target_id = $1 OR details->>'agentId' = $1 ORDER BY created_at, id",
      [agent.uuid],
    );
    expect(rows.map(({ action }) => action)).toEqual(['agent.create', 'api_key.create', 'api_key.create']);
    expect(rows.some(({ text }) => text.includes(key) || text.includes(agent.key))).toBe(false);
  });

  it('pages through the agents that one may see, and only those', async () => {
    const mine = await agents.hub.must<{
      agents: {
        totalCount: number;
        edges: { node: { owner: { name: string } } }[];
        pageInfo: { hasNextPage: boolean; endCursor: string };
      };
    }>(
      '{ agents(first: 2) { totalCount edges { node { owner { name } } } pageInfo { hasNextPage endCursor } } }',
      {},
      owner,
    );
    expect(mine.agents.totalCount).toBeGreaterThan(2);
    expect(mine.agents.edges.map(({ node }) => node.owner.name)).toEqual(['Bo', 'Bo']);
    const next = await agents.hub.must<{ agents: { totalCount: number; edges: object[] } }>(
      'query ($after: String) { agents(first: 100, after: $after) { totalCount edges { node { id } } } }',
      { after: mine.agents.pageInfo.endCursor },
      owner,
    );
    expect(next.agents.edges).toHaveLength(mine.agents.totalCount - 2);
    const viewer = await agents.hub.must<{ agents: { totalCount: number } }>(
      '{ agents { totalCount } viewer { agentCount } }',
      {},
      agents.desk.viewer,
    );
    expect(viewer).toEqual({ agents: { totalCount: 0 }, viewer: { agentCount: 0 } });
  });
});
