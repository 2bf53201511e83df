import { McpTestClient, until } from '@memory-hub/testing';
import fc from 'fast-check';
import { Retriever, VectorIndex, type Hit } from '../modules/retrieval';
import { FACTS, HIDDEN_KINDS, mount, QUERIES, TwoWorlds, type HiddenAct } from './two-worlds.fixture';
import type { TestAgent } from './test-app.fixture';

/** Acts that a viewer of the team may not see: all of them. */
const act: fc.Arbitrary<HiddenAct> = fc.record({
  kind: fc.constantFrom(...HIDDEN_KINDS),
  by: fc.constantFrom('neighbour' as const, 'stranger' as const),
  word: fc.nat(20),
});

describe('what one may not read', () => {
  let worlds: TwoWorlds;

  beforeAll(async () => {
    worlds = await TwoWorlds.open();
  }, 240_000);
  afterAll(() => worlds?.close());

  it('changes no answer to a person or an agent, through any door', async () => {
    const { people, agents, desk } = worlds;
    const seen = async () => ({
      pia: await worlds.seenBy(people.pia),
      viewer: await worlds.seenBy(desk.viewer),
      agent: await worlds.seenByAgent(agents.pia),
    });
    // Others must have something, and there must be something to compare.
    const before = await seen();
    expect(JSON.stringify(before.agent)).toContain('Heron');
    expect(JSON.stringify(before.pia)).toContain('release-check');
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 5 }), async (acts) => {
        for (const one of acts) await worlds.act(one);
        await worlds.settled();
        expect(await seen()).toEqual(before);
      }),
      { numRuns: 20, endOnFailure: true },
    );
  }, 600_000);

  it('changes no answer to an agent when it is its owner that may read it', async () => {
    const { agents, desk } = worlds;
    const before = await worlds.seenByAgent(agents.pia);
    for (const name of ['release-train', 'heron-runbook']) await desk.live(name);
    const other = await worlds.hub.createAgent({ owner: agents.pia.owner, name: 'second bot' });
    await worlds.remember(other, ['Heron is deployed on Tuesdays.']);
    await worlds.settled();
    expect(await worlds.seenByAgent(agents.pia)).toEqual(before);
    expect(JSON.stringify(await worlds.seenBy(agents.pia.owner))).toContain('heron-runbook');
  }, 120_000);

  it('is not surfaced by an index that gives every chunk there is', async () => {
    const { agents, people, hub, desk } = worlds;
    await worlds.remember(agents.bo, ['Bo keeps the vault code 4711 to himself.']);
    await worlds.settled();
    const rows = await hub.sql<{ no: string }>('SELECT no FROM search_chunk ORDER BY no DESC');
    const everything = {
      numbers: rows.map(({ no }) => BigInt(no)),
      background: { mean: 0, deviation: 0.1 },
      ready: true,
    };
    const own = new Map([
      [
        agents.pia.id,
        (hit: Hit) => hit.agentId === agents.pia.uuid || hit.assetId === uuid(worlds.mounted.asset.id),
      ],
      [people.pia.id, (hit: Hit) => hit.spaceId === desk.team.uuid && hit.agentId !== agents.bo.uuid],
      [desk.viewer.id, (hit: Hit) => hit.kind === 'skill' && hit.spaceId === desk.team.uuid],
    ]);
    const lie = jest.spyOn(hub.app.get(VectorIndex), 'search').mockReturnValue(everything);
    try {
      for (const caller of [agents.pia, people.pia, desk.viewer])
        for (const text of [...QUERIES, 'vault code']) {
          const answer = await hub.app
            .get(Retriever)
            .retrieve(await hub.contextOf(caller), { text, limit: 100, mode: 'hybrid' });
          expect(answer.hits.filter((hit) => own.get(caller.id)?.(hit) !== true)).toEqual([]);
          expect(JSON.stringify([answer.facets, answer.hits])).not.toContain('4711');
        }
      expect(lie).toHaveBeenCalled();
      expect(
        JSON.stringify(
          await worlds.mcp(agents.pia, (client) => client.call('memory_recall', { text: 'vault code' })),
        ),
      ).not.toContain('4711');
    } finally {
      lie.mockRestore();
    }
  });

  it('is never the answer to an idempotency key that somebody else used', async () => {
    const { agents, hub } = worlds;
    const add =
      'mutation ($input: AddMemoryInput!) { addMemory(input: $input) { cardId task { id } userErrors { code } } }';
    const once = (content: string, as: TestAgent) =>
      hub.must<{ addMemory: { cardId: string } }>(add, { input: { content, idempotencyKey: 'one' } }, as);
    const theirs = await once('Bo likes rye bread.', agents.bo);
    const mine = await once('Bo likes rye bread.', agents.pia);
    expect(mine.addMemory.cardId).not.toBe(theirs.addMemory.cardId);
    expect(await once('Bo likes rye bread.', agents.bo)).toEqual(theirs);
    const mcp = await worlds.mcp(agents.eve, (client) =>
      client.must('memory_add', { content: 'Another body.' }, 'one'),
    );
    expect(mcp['id']).not.toBe(theirs.addMemory.cardId);
    await worlds.settled();
  });

  it('stays out of a query that also asks for the schema', async () => {
    const { hub, people, agents } = worlds;
    for (const caller of [people.pia, agents.pia]) {
      const plain = await hub.must<object>(
        '{ agents { totalCount } cards { totalCount } search(input: { text: "Heron" }) { total } }',
        {},
        caller,
      );
      const mixed = await hub.graphql(
        '{ __schema { queryType { name } } agents { totalCount } cards { totalCount } search(input: { text: "Heron" }) { total } }',
        {},
        caller,
      );
      expect(mixed.data === null ? null : { ...mixed.data, __schema: undefined }).toEqual(
        mixed.data === null ? null : { ...plain, __schema: undefined },
      );
      const hidden = await hub.graphql(
        'query ($id: ID!) { __schema { queryType { name } } agent(id: $id) { id } }',
        { id: agents.eve.id },
        caller,
      );
      expect(hidden.data?.['agent'] ?? null).toBeNull();
    }
    const stranger = await hub.graphql('{ __schema { queryType { name } } agents { totalCount } }');
    expect(stranger.data?.['agents'] ?? null).toBeNull();
  });
});

describe('a loss of rights', () => {
  let worlds: TwoWorlds;
  let client: McpTestClient;

  beforeAll(async () => {
    worlds = await TwoWorlds.open();
    client = await McpTestClient.connect(worlds.hub.url, worlds.agents.pia.key);
  }, 240_000);
  afterAll(async () => {
    await client?.close();
    await worlds?.close();
  });

  const found = async (): Promise<string[]> => {
    const { hits } = await client.must('hub_search', { query: 'release check', kinds: ['skill'] });
    return [...new Set((hits as { id: string }[]).map(({ id }) => id))];
  };

  it('by unmounting holds from the next call on', async () => {
    const { hub, desk, agents, mounted, unmounted } = worlds;
    const id = await mount(hub, desk.admin, agents.pia, unmounted.asset.id);
    expect((await client.call('hub_read', { id: unmounted.asset.id })).isError).toBe(false);
    await hub.must(
      'mutation ($input: IdInput!) { unmountAsset(input: $input) { agent { id } userErrors { code } } }',
      { input: { id } },
      desk.admin,
    );
    expect(await client.call('hub_read', { id: unmounted.asset.id })).toMatchObject({
      isError: true,
      text: expect.stringContaining('NOT_FOUND') as string,
    });
    expect(await found()).toEqual([mounted.asset.id]);
    expect(String((await client.must('memory_recall', { text: 'cooking' }))['stable'])).not.toContain(
      'cooking',
    );
  });

  it('by revoking an asset holds from the next call on, for its agents and its readers', async () => {
    const { desk, mounted, people } = worlds;
    await worlds.hub.must('{ search(input: { text: "release check" }) { total } }', {}, people.pia);
    expect(await desk.actOnAsset('revokeAsset', mounted.asset.id, desk.admin)).toEqual([]);
    expect(await found()).toEqual([]);
    expect(await client.call('hub_read', { id: mounted.asset.id })).toMatchObject({ isError: true });
    const { search } = await worlds.hub.must<{ search: { edges: { node: { id: string } }[] } }>(
      '{ search(input: { text: "release check" }) { edges { node { id } } } }',
      {},
      people.pia,
    );
    expect(search.edges.map(({ node }) => node.id)).not.toContain(mounted.asset.id);
  });

  it('by leaving the team holds from the next call on, for the person and the agent', async () => {
    const { hub, desk, people, agents, unmounted } = worlds;
    const read = () =>
      hub.must<{ asset: object | null; space: object | null }>(
        'query ($asset: ID!, $space: ID!) { asset(id: $asset) { id } space(id: $space) { id } }',
        { asset: unmounted.asset.id, space: desk.team.id },
        people.pia,
      );
    expect(await read()).toMatchObject({ asset: { id: unmounted.asset.id } });
    await hub.must(
      'mutation ($input: RemoveMemberInput!) { removeMember(input: $input) { space { id } userErrors { code message } } }',
      { input: { spaceId: desk.team.id, userId: people.pia.id } },
      desk.admin,
    );
    expect(await read()).toEqual({ asset: null, space: null });
    const { search } = await hub.must<{ search: { total: number } }>(
      '{ search(input: { text: "cooking", kinds: [SKILL] }) { total } }',
      {},
      people.pia,
    );
    expect(search.total).toBe(0);
    const refused = await hub.graphql('{ viewer { user { id } } }', {}, agents.pia);
    expect(refused.errors[0]?.extensions).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('by revoking the key holds from the next call on', async () => {
    const { hub, agents } = worlds;
    const key = `key_${agents.bo.keyUuid.replaceAll('-', '')}`;
    expect((await hub.graphql('{ cards { totalCount } }', {}, agents.bo)).errors).toEqual([]);
    await hub.must(
      'mutation ($input: IdInput!) { revokeApiKey(input: $input) { agent { id } userErrors { code message } } }',
      { input: { id: key } },
      agents.bo.owner,
    );
    expect((await hub.graphql('{ cards { totalCount } }', {}, agents.bo)).status).toBe(401);
  });
});

describe('an agent', () => {
  let worlds: TwoWorlds;

  beforeAll(async () => {
    worlds = await TwoWorlds.open();
  }, 240_000);
  afterAll(() => worlds?.close());

  it('finds only what its owner finds, and only what is mounted or its own', async () => {
    const { hub, agents, people, mounted } = worlds;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...QUERIES, 'cooking', '靛蓝', 'train'),
        fc.constantFrom('hybrid' as const, 'keyword' as const, 'meaning' as const),
        async (text, mode) => {
          const all = async (caller: TestAgent | typeof people.pia) =>
            (await hub.app.get(Retriever).retrieve(await hub.contextOf(caller), { text, mode, limit: 100 }))
              .hits;
          const owner = new Set((await all(people.pia)).map((hit) => hit.itemId));
          for (const hit of await all(agents.pia)) {
            expect(hit.agentId === agents.pia.uuid || hit.assetId === uuid(mounted.asset.id)).toBe(true);
            expect(owner).toContain(hit.itemId);
          }
        },
      ),
      { numRuns: 30 },
    );
  }, 120_000);

  it('gets the same hits in the same order from GraphQL and from MCP', async () => {
    const { hub, agents } = worlds;
    for (const text of QUERIES) {
      const { search } = await hub.must<{
        search: { total: number; mode: string; edges: { node: { id: string } }[] };
      }>(
        'query ($text: String!) { search(input: { text: $text }, first: 50) { total mode edges { node { id } } } }',
        { text },
        agents.pia,
      );
      const answer = await worlds.mcp(agents.pia, (client) =>
        client.must('hub_search', { query: text, limit: 50 }),
      );
      expect({
        total: answer['total'],
        mode: String(answer['mode']).toUpperCase(),
        ids: (answer['hits'] as { id: string }[]).map(({ id }) => id),
      }).toEqual({
        total: search.total,
        mode: search.mode,
        ids: search.edges.map(({ node }) => node.id),
      });
    }
  });

  it('goes on with a page after hidden acts as before them', async () => {
    const { hub, agents } = worlds;
    const ask =
      'query ($after: String) { search(input: { text: "Pia or the server Heron" }, first: 2, after: $after) { edges { node { id } } pageInfo { endCursor } } }';
    for (const caller of [agents.pia, agents.pia.owner]) {
      const first = await hub.must<{ search: { pageInfo: { endCursor: string } } }>(ask, {}, caller);
      const next = () => hub.graphql(ask, { after: first.search.pageInfo.endCursor }, caller);
      const before = await next();
      expect(before.errors).toEqual([]);
      for (const kind of HIDDEN_KINDS)
        for (const by of ['neighbour', 'stranger'] as const) await worlds.act({ kind, by, word: 3 });
      await worlds.settled();
      expect((await next()).data).toEqual(before.data);
      expect(await until(async () => (await next()).errors.length === 0, { what: 'the page' })).toBe(true);
    }
  }, 240_000);

  it('keeps what it knows of one subject out of every answer about another', async () => {
    const { hub, agents } = worlds;
    const asked = async (sessionId?: string) =>
      worlds.mcp(agents.pia, async (client) => {
        const answers: Record<'hub' | 'others', unknown>[] = [];
        for (const query of [...QUERIES, 'narwhal', 'Heron narwhal'])
          answers.push({
            hub: await client.call('hub_search', {
              query,
              limit: 50,
              ...(sessionId === undefined ? {} : { sessionId }),
            }),
            others: [
              await client.call('memory_search', { search: query }),
              await worlds.graphql(BY_AGENT, { input: { text: query } }, agents.pia),
            ],
          });
        return answers;
      });
    const before = await asked();
    for (const subject of ['Alice', 'Zed'])
      await hub.must(
        'mutation ($input: CaptureTurnsInput!) { captureTurns(input: $input) { userErrors { code } } }',
        {
          input: {
            sessionId: `with-${subject}`,
            subject,
            turns: FACTS.map((fact) => ({ role: 'USER', content: `${subject} has a narwhal. ${fact}` })),
          },
        },
        agents.pia,
      );
    await worlds.settled();
    expect(await asked()).toEqual(before);
    const aboutAlice = JSON.stringify((await asked('with-Alice')).map((answer) => answer.hub));
    expect(aboutAlice).toContain('Alice has a narwhal');
    expect(aboutAlice).not.toContain('Zed has a narwhal');
    const { search } = await hub.must<{ search: { edges: { node: { sessionId: string } }[] } }>(
      BY_AGENT,
      { input: { text: 'narwhal', sessionId: 'with-Zed' } },
      agents.pia,
    );
    expect([...new Set(search.edges.map(({ node }) => node.sessionId))]).toEqual(['with-Zed']);
    expect(
      await worlds.mcp(agents.pia, (client) =>
        client.call('hub_search', { query: 'narwhal', sessionId: 'with nobody' }),
      ),
    ).toMatchObject({ isError: true, text: expect.stringContaining('NOT_FOUND') as string });
  }, 240_000);
});

const BY_AGENT =
  'query ($input: SearchInput!) { search(input: $input) { total facets { value count } meaningCoverage { total } edges { node { id sessionId snippet { text } } } } }';

function uuid(id: string): string {
  const hex = id.slice(id.indexOf('_') + 1);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
