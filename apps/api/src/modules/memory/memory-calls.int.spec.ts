import { McpTestClient, until, type ToolAnswer } from '@memory-hub/testing';
import { startTestApp, type TestAgent, type TestApp } from '../../app/test-app.fixture';
import { Capture } from './capture.service';
import { Memories } from './memories.service';

const ADD =
  'mutation ($input: AddMemoryInput!) { addMemory(input: $input) { cardId userErrors { code message path } } }';

describe('calls of the memory tools', () => {
  let app: TestApp;
  let agent: TestAgent;
  let mcp: McpTestClient;

  beforeAll(async () => {
    app = await startTestApp({ roles: 'api,mcp,worker' });
    agent = await app.createAgent({ name: 'scribe' });
    mcp = await McpTestClient.connect(app.url, agent.key);
  }, 120_000);

  afterAll(async () => {
    await mcp?.close();
    await app?.close();
  });

  async function found(search: string, limit = 50): Promise<{ id: string; content: string }[]> {
    const answer = await mcp.must('memory_search', { search, limit });
    return answer['memories'] as { id: string; content: string }[];
  }

  async function add(content: string): Promise<string> {
    const { id } = await mcp.must('memory_add', { content });
    return String(id);
  }

  it('of one turn, all at the same time, each happen wholly or not at all', async () => {
    const [changed, deleted] = [
      await add('The lighthouse is white.'),
      await add('The lighthouse has a bell.'),
    ];
    const calls: Promise<ToolAnswer>[] = [
      ...Array.from({ length: 8 }, (_, n) =>
        mcp.call('memory_add', { content: `The lighthouse has door ${n}.` }),
      ),
      ...['red', 'blue', 'green'].map((colour) =>
        mcp.call('memory_update', { id: changed, content: `The lighthouse is ${colour}.`, tags: [colour] }),
      ),
      ...[1, 2, 3].map(() => mcp.call('memory_delete', { id: deleted })),
    ];
    const answers = await Promise.all(calls);
    expect(answers.slice(0, 11).filter(({ isError }) => isError)).toEqual([]);
    expect(answers.slice(11).filter(({ isError }) => !isError)).toHaveLength(1);
    expect(answers.slice(11).flatMap(({ isError, text }) => (isError ? [text.split(':')[0]] : []))).toEqual([
      'NOT_FOUND',
      'NOT_FOUND',
    ]);

    const [card] = await app.sql<{ content: string; tags: string[]; history: number }>(
      `SELECT content, tags, (SELECT count(*)::int FROM card_history h WHERE h.card_id = c.id AND h.action = 'updated') AS history
       FROM card c WHERE id::text = $1`,
      [uuid(changed)],
    );
    expect(card?.content).toBe(`The lighthouse is ${card?.tags[0] ?? 'no colour'}.`);
    expect(card?.history).toBeGreaterThanOrEqual(3);
    const chunks = await app.sql<{ itemId: string; body: string }>(
      `SELECT item_id AS "itemId", body FROM search_chunk WHERE item_id::text = ANY ($1)`,
      [[changed, deleted].map(uuid)],
    );
    expect(chunks).toEqual([{ itemId: uuid(changed), body: card?.content }]);
    const doors = await app.sql("SELECT id FROM card WHERE content LIKE 'The lighthouse has door %'");
    expect(doors).toHaveLength(8);
  });

  it('that are deleted leave their places to what is left', async () => {
    const ids: string[] = [];
    for (const name of ['ash', 'birch', 'cedar', 'elm', 'fir', 'larch'])
      ids.push(await add(`The quokka enclosure has a tree of the kind ${name}.`));
    const before = await found('quokka enclosure tree', 3);
    expect(before).toHaveLength(3);
    for (const { id } of before) await mcp.must('memory_delete', { id });
    const after = await found('quokka enclosure tree', 3);
    expect(after.map(({ id }) => id).sort()).toEqual(
      ids.filter((id) => !before.some((one) => one.id === id)).sort(),
    );
  });

  it('repeated with the same mark after a restart get the first answer', async () => {
    const input = { content: 'The harbour master is called Bo.' };
    const first = await mcp.must('memory_add', input, 'sent twice');
    const restarted = await startTestApp({ roles: 'api,mcp', database: app.database });
    const client = await McpTestClient.connect(restarted.url, agent.key);
    try {
      expect(await client.must('memory_add', input, 'sent twice')).toEqual(first);
      expect(await client.call('memory_add', { content: 'Another fact.' }, 'sent twice')).toMatchObject({
        isError: true,
        text: expect.stringContaining('IDEMPOTENCY_CONFLICT') as string,
      });
    } finally {
      await client.close();
      await restarted.close();
    }
    expect(await app.sql('SELECT id FROM card WHERE content = $1', [input.content])).toHaveLength(1);
  });

  it('that do not say whose memory is meant are refused, and no earlier call fills it in', async () => {
    const person = agent.owner;
    const input = { agentId: agent.id, content: 'The pier is closed in May.' };
    await app.must(ADD, { input }, person);
    const { data } = await app.graphql(ADD, { input: { content: 'The pier is open in June.' } }, person);
    expect(data).toMatchObject({ addMemory: { cardId: null, userErrors: [{ path: ['agentId'] }] } });
    expect(await found('pier open June')).not.toContainEqual(
      expect.objectContaining({ content: 'The pier is open in June.' }),
    );
  });

  it('leave what they were given as it was, so that one object serves two callers', async () => {
    const other = await app.createAgent({ name: 'other' });
    const fact = frozen({ content: 'The ferry leaves at nine.', tags: ['ferry'], metadata: { a: { b: 1 } } });
    const turns = frozen({
      sessionId: 'one object',
      turns: [{ role: 'user' as const, content: 'The ferry is late.', speaker: ' Ann ' }],
    });
    for (const caller of [agent, other]) {
      const ctx = await app.contextOf(caller);
      await app.app.get(Memories).add(ctx, fact);
      await app.app.get(Capture).captureTurns(ctx, turns);
    }
    const rows = await app.sql<{ agent: string; cards: number; turns: number }>(
      `SELECT a.id AS agent, (SELECT count(*)::int FROM card c WHERE c.agent_id = a.id AND c.content = $1) AS cards,
         (SELECT coalesce(sum(turn_count), 0)::int FROM conversation v WHERE v.agent_id = a.id AND v.session_id = $2) AS turns
       FROM agent a WHERE a.id = ANY ($3) ORDER BY a.id`,
      [fact.content, turns.sessionId, [agent.uuid, other.uuid]],
    );
    expect(rows).toEqual([agent.uuid, other.uuid].sort().map((id) => ({ agent: id, cards: 1, turns: 1 })));
  });

  it('make no memories of a chat about nothing', async () => {
    const nothing = [
      'what is your name',
      'echo hello',
      'hi',
      'ok thanks',
      '你好',
      '在吗',
      'can you help me?',
      '哈哈哈',
    ];
    const session = { sessionId: 'nothing', turns: nothing.map((content) => ({ role: 'user', content })) };
    await mcp.must('conversation_append', session);
    await app.must(
      'mutation { endSession(input: { sessionId: "nothing" }) { task { id } userErrors { code } } }',
      {},
      agent,
    );
    const runs = await until(
      async () => {
        const done = await app.sql<{ cards: number }>(
          `SELECT v.turn_count, sum(r.cards)::int AS cards FROM extraction_run r JOIN conversation v ON v.id = r.conversation_id
           WHERE v.session_id = 'nothing' AND v.extracted_seq = v.turn_count GROUP BY v.turn_count`,
        );
        return done.length > 0 && done;
      },
      { what: 'the chat to be read' },
    );
    expect(runs).toEqual([{ turn_count: nothing.length, cards: 0 }]);
  });
});

function uuid(id: string): string {
  return id.replace(/^card_(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}
