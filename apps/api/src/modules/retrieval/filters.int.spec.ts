import { McpTestClient } from '@memory-hub/testing';
import fc from 'fast-check';
import { startTestApp, type TestApp } from '../../app/test-app.fixture';
import { RetrievalDesk, SEARCH, type SearchReply } from './retrieval-desk.fixture';
import { FoldClassStatistics } from './sweepers/fold-class-statistics.sweeper';

let hub: TestApp;

beforeAll(async () => {
  hub = await startTestApp({ roles: 'api,mcp,worker' });
}, 120_000);
afterAll(() => hub?.close());

describe('filters', () => {
  let desk: RetrievalDesk;
  const words = { mode: 'keyword' } as const;
  const day = (date: string) => new Date(`2026-${date}T00:00:00Z`);

  beforeAll(async () => {
    desk = await RetrievalDesk.of(hub);
  });

  it('of time are half-open and leave undated rows out', async () => {
    const [first, second] = await desk.add(
      { text: 'regatta one', eventTime: day('05-01') },
      { text: 'regatta two', eventTime: day('05-02') },
      { text: 'regatta undated' },
    );
    expect(await desk.found('regatta', { ...words, after: day('05-01'), before: day('05-02') })).toEqual([
      first,
    ]);
    expect(await desk.found('regatta', { ...words, after: day('05-02') })).toEqual([second]);
    expect(await desk.found('regatta', words)).toHaveLength(3);
    await expect(desk.search('regatta', { after: day('05-02'), before: day('05-02') })).rejects.toMatchObject(
      { code: 'VALIDATION_FAILED', path: ['after'] },
    );
    expect(
      await desk.found('regatta after:2026-05-02 before:2026-05-01', { ...words, reading: 'qualifiers' }),
    ).toEqual([]);
  });

  it('of layer, kind, tag and category narrow, and an empty list finds nothing', async () => {
    const [card, turn, scene] = await desk.add(
      { text: 'harbour card', tags: ['blue', 'deep'], category: 'places' },
      { text: 'harbour turn', kind: 'turn', layer: 'L0' },
      { text: 'harbour scene', kind: 'scene', layer: 'L2', tags: ['blue'] },
    );
    expect((await desk.found('harbour', words)).sort()).toEqual([card, turn, scene].sort());
    expect(await desk.found('harbour', { ...words, layers: ['L0'] })).toEqual([turn]);
    expect(await desk.found('harbour', { ...words, kinds: ['scene'] })).toEqual([scene]);
    expect(await desk.found('harbour', { ...words, tags: ['blue', 'deep'] })).toEqual([card]);
    expect(await desk.found('harbour', { ...words, category: 'places' })).toEqual([card]);
    for (const empty of [
      { kinds: [] },
      { layers: [] },
      { spaceIds: [] },
      { agentIds: [] },
      { classIds: [] },
      { assetIds: [] },
    ])
      expect(await desk.found('harbour', { ...words, ...empty })).toEqual([]);
  });

  it('that stand in the words narrow what is asked for, and never widen it', async () => {
    const qualified = { ...words, reading: 'qualifiers' } as const;
    const [card] = await desk.add(
      { text: 'windmill card', tags: ['old'] },
      { text: 'windmill turn', kind: 'turn', layer: 'L0' },
    );
    const [chinese] = await desk.add('风车 windmill 在山上，很高很白');
    expect(await desk.found('windmill layer:L0', { ...qualified, layers: ['L1'] })).toEqual([]);
    expect(await desk.found('windmill kind:card kind:turn tag:old', qualified)).toEqual([card]);
    expect(await desk.found('windmill lang:zh-CN', qualified)).toEqual([chinese]);
    expect(await desk.found('windmill agent:nobody', qualified)).toEqual([]);
    expect(await desk.found('windmill space:platform', qualified)).toHaveLength(3);
    expect(await desk.found('windmill space:elsewhere', qualified)).toEqual([]);
    // The same words of a message that nobody meant as a search.
    expect(await desk.found('windmill agent:nobody "not a phrase of any text"', words)).toHaveLength(3);
  });

  it('of a session find all sessions with this id that may be read', async () => {
    const capture =
      'mutation ($input: CaptureTurnsInput!) { captureTurns(input: $input) { userErrors { code } } }';
    const turns = (content: string) => [{ role: 'USER', content, clientTurnId: '1' }];
    const other = await RetrievalDesk.of(desk.hub);
    for (const [by, sessionId] of [
      [desk.agent, 'shared'],
      [desk.agent, 'alone'],
      [other.agent, 'shared'],
    ] as const)
      await desk.hub.must(
        capture,
        { input: { sessionId, turns: turns(`The tugboat of ${by.id} in ${sessionId}.`) } },
        by,
      );
    const sessions = async (
      as: typeof desk.agent.owner | typeof desk.agent,
      sessionId: string,
    ): Promise<string[]> => {
      const { search } = await desk.hub.must<{ search: { edges: { node: { sessionId: string } }[] } }>(
        SEARCH,
        { input: { text: 'tugboat', layers: ['L0'], sessionId } },
        as,
      );
      return search.edges.map(({ node }) => node.sessionId);
    };
    expect(await sessions(desk.agent, 'shared')).toEqual(['shared']);
    expect(await sessions(desk.agent.owner, 'shared')).toEqual(['shared', 'shared']);
    expect(await sessions(desk.agent.owner, 'nowhere')).toEqual([]);
    expect(
      await desk.found('tugboat session:alone', { ...words, reading: 'qualifiers', layers: ['L0'] }),
    ).toHaveLength(1);
  });

  it('leave out what is no longer valid unless history is asked for', async () => {
    const [old, now] = await desk.add(
      { text: 'ballast is lead', validTo: day('01-01') },
      { text: 'ballast is iron' },
    );
    expect(await desk.found('ballast', words)).toEqual([now]);
    expect((await desk.found('ballast', { ...words, includeHistory: true })).sort()).toEqual(
      [old, now].sort(),
    );
    await desk.write((tx) =>
      desk.store.touch(tx, now ?? '', { validTo: day('01-02'), tags: [], category: null }),
    );
    expect(await desk.found('ballast', words)).toEqual([]);
  });
});

describe('pages', () => {
  let desk: RetrievalDesk;
  let mcp: McpTestClient;

  beforeAll(async () => {
    desk = await RetrievalDesk.of(hub);
    mcp = await McpTestClient.connect(desk.hub.url, desk.agent.key);
  });
  afterAll(() => mcp?.close());

  it('give every hit once, also when rows are written in between, and count to a hundred', async () => {
    const ids = await desk.add(...Array.from({ length: 130 }, (_nothing, index) => `buoy number ${index}`));
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await desk.search('buoy', { limit: 40, cursor });
      expect(page).toMatchObject({ total: 100, totalIsCapped: true });
      seen.push(...page.hits.map((hit) => hit.itemId));
      cursor = page.nextCursor;
      await desk.add({ text: 'buoy buoy buoy', recordedAt: new Date() });
    } while (cursor !== null);
    expect(new Set(seen).size).toBe(seen.length);
    expect(ids.every((id) => seen.includes(id))).toBe(true);
    expect(
      await desk.search('buoy number 129', { limit: 1, mode: 'keyword', category: 'none' }),
    ).toMatchObject({ total: 0, totalIsCapped: false, nextCursor: null });
  });

  it('refuse a cursor that was changed, or made for another search, principal or list', async () => {
    await desk.add('keel one', 'keel two', 'keel three');
    const ask = (input: object, after: string, as = desk.agent) =>
      desk.hub.graphql(SEARCH, { input, first: 1, after }, as);
    const { search } = await desk.hub.must<SearchReply>(
      SEARCH,
      { input: { text: 'keel' }, first: 1 },
      desk.agent,
    );
    const cursor = search.pageInfo.endCursor ?? '';
    expect((await ask({ text: 'keel' }, cursor)).errors).toEqual([]);
    const [body = '', mac = ''] = cursor.split('.');
    const other = await desk.hub.createAgent();
    for (const refused of [
      await ask({ text: 'hull' }, cursor),
      await ask({ text: 'keel', layers: ['L1'] }, cursor),
      await ask({ text: 'keel' }, cursor, other),
      await ask({ text: 'keel' }, `${body}x.${mac}`),
      await ask({ text: 'keel' }, `${body}.${mac.slice(0, -1)}`),
      await ask({ text: 'keel' }, 'nonsense'),
      await ask({ text: 'keel' }, ''),
    ])
      expect(refused.errors).toEqual([
        expect.objectContaining({
          extensions: expect.objectContaining({ code: 'VALIDATION_FAILED', field: ['after'] }),
        }),
      ]);
    expect(await mcp.call('hub_search', { query: 'keel', cursor: 'nonsense' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('Parameter: cursor') as string,
    });
  });
});

describe('figures of the access classes', () => {
  let desk: RetrievalDesk;

  beforeAll(async () => {
    desk = await RetrievalDesk.of(hub);
  });

  it('equal a recount after any puts, removals and folds', async () => {
    const texts = fc.constantFrom('red boat', 'blue boat sails', '红色的船', '蓝色的船在海上航行', 'x', '');
    const step = fc.oneof(
      fc.record({
        act: fc.constant('put' as const),
        item: fc.nat(5),
        pieces: fc.array(texts, { maxLength: 3 }),
      }),
      fc.record({ act: fc.constant('remove' as const), item: fc.nat(5) }),
      fc.record({ act: fc.constant('fold' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const items = Array.from({ length: 6 }, () => desk.item());
        for (const one of steps) {
          if (one.act === 'fold') await desk.hub.app.get(FoldClassStatistics).sweep();
          else if (one.act === 'remove') await desk.remove(items[one.item]?.itemId ?? '');
          else
            await desk.write((tx) =>
              desk.store.put(
                tx,
                desk.item({
                  itemId: items[one.item]?.itemId ?? '',
                  pieces: one.pieces.map((body) => ({ title: '', body })),
                }),
              ),
            );
        }
        const [figures] = await desk.hub.sql(
          `SELECT (SELECT coalesce(sum(documents), 0)::int FROM search_class_delta) AS documents, (SELECT coalesce(sum(total_length), 0)::int FROM search_class_delta) AS length,
             (SELECT count(*)::int FROM search_posting) AS postings`,
        );
        const [recount] = await desk.hub.sql(
          'SELECT count(*)::int AS documents, coalesce(sum(length), 0)::int AS length, coalesce(sum(cardinality(terms)), 0)::int AS postings FROM search_chunk',
        );
        expect(figures).toEqual(recount);
      }),
      { numRuns: 20 },
    );
  }, 120_000);
});
