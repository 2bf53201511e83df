import { McpTestClient, until } from '@memory-hub/testing';
import { startTestApp, type TestAgent, type TestApp } from '../../app/test-app.fixture';

const CAPTURE =
  'mutation ($input: CaptureTurnsInput!) { captureTurns(input: $input) { task { id } conversation { id turnCount pendingTurns } report { position status reason turnId } userErrors { code message path } } }';
const CARDS =
  'query ($agentId: ID!, $history: Boolean) { cards(agentId: $agentId, includeHistory: $history, first: 100) { totalCount edges { node { id content kind tags category metadata supersededBy validTo sources { quote sessionId start end } } } } }';

interface CardNode {
  readonly id: string;
  readonly content: string;
  readonly tags: string[];
  readonly category: string | null;
  readonly metadata: Record<string, unknown>;
  readonly supersededBy: string | null;
  readonly sources: readonly {
    readonly quote: string;
    readonly sessionId: string;
    readonly start: number;
    readonly end: number;
  }[];
}

describe('memory', () => {
  let app: TestApp;
  let agent: TestAgent;
  let other: TestAgent;
  let mcp: McpTestClient;

  beforeAll(async () => {
    app = await startTestApp({ roles: 'api,mcp,worker' });
    agent = await app.createAgent({ name: 'scribe' });
    other = await app.createAgent({ name: 'other' });
    mcp = await McpTestClient.connect(app.url, agent.key);
  }, 120_000);

  afterAll(async () => {
    await mcp?.close();
    await app?.close();
  });

  const say = (content: string, clientTurnId: string, more: object = {}) => ({
    role: 'USER',
    speaker: 'Ann',
    content,
    clientTurnId,
    occurredAt: '2026-10-05T09:00:00+08:00',
    ...more,
  });

  async function cards(by: TestAgent = agent, history = false): Promise<CardNode[]> {
    const answer = await app.must<{ cards: { edges: { node: CardNode }[] } }>(
      CARDS,
      { agentId: by.id, history },
      by,
    );
    return answer.cards.edges.map(({ node }) => node);
  }

  async function extracted(sessionId: string): Promise<void> {
    await app.must(
      'mutation ($input: EndSessionInput!) { endSession(input: $input) { task { id } userErrors { code } } }',
      { input: { sessionId } },
      agent,
    );
    await until(
      async () => {
        const { conversations } = await app.must<{
          conversations: { edges: { node: { sessionId: string; pendingTurns: number } }[] };
        }>('{ conversations(first: 100) { edges { node { sessionId pendingTurns } } } }', {}, agent);
        return conversations.edges.some(
          ({ node }) => node.sessionId === sessionId && node.pendingTurns === 0,
        );
      },
      { what: `session ${sessionId} extracted` },
    );
  }

  it('stores turns word for word and turns them into cards with exact words', async () => {
    const words = 'Hi! I am allergic to peanuts 🥜. How are you?';
    const { captureTurns } = await app.must<{ captureTurns: { report: { status: string }[] } }>(
      CAPTURE,
      { input: { sessionId: 's1', turns: [say(words, '1'), say('我下周三去上海出差。', '2')] } },
      agent,
    );
    expect(captureTurns.report.map((entry) => entry.status)).toEqual(['stored', 'stored']);
    await extracted('s1');
    const found = await cards();
    const peanuts = found.find((card) => card.content.includes('peanuts'));
    expect(peanuts?.sources[0]).toMatchObject({ sessionId: 's1' });
    expect(words.slice(peanuts?.sources[0]?.start, peanuts?.sources[0]?.end)).toBe(
      peanuts?.sources[0]?.quote,
    );
    expect(found.some((card) => card.content.includes('上海'))).toBe(true);
  });

  it('recognises turns that are sent again, months later or twice at once', async () => {
    const input = { sessionId: 's2', turns: [say('We deploy on Tuesdays.', 'a')] };
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() =>
        app.must<{ captureTurns: { report: { status: string }[] } }>(CAPTURE, { input }, agent),
      ),
    );
    const statuses = answers.map((answer) => answer.captureTurns.report[0]?.status).sort();
    expect(statuses).toEqual(['duplicate', 'duplicate', 'duplicate', 'stored']);
  });

  it('answers a repeated idempotency key with the first answer and refuses another body', async () => {
    const input = {
      sessionId: 's3',
      turns: [say('The office moved to Berlin.', 'k')],
      idempotencyKey: 'once',
    };
    const first = await app.must(CAPTURE, { input }, agent);
    expect(await app.must(CAPTURE, { input }, agent)).toEqual(first);
    const changed = await app.graphql(
      CAPTURE,
      { input: { ...input, turns: [say('The office moved to Bonn.', 'k')] } },
      agent,
    );
    expect(changed.data).toMatchObject({ captureTurns: { userErrors: [{ code: 'IDEMPOTENCY_CONFLICT' }] } });
  });

  it('keeps nothing of a session that is off the record', async () => {
    const off = await app.must(
      CAPTURE,
      { input: { sessionId: 'secret', offTheRecord: true, turns: [say('My password is hunter2.', '1')] } },
      agent,
    );
    expect(off).toMatchObject({
      captureTurns: { conversation: { turnCount: 0 }, report: [{ status: 'not_captured', turnId: null }] },
    });
    const later = await app.must(
      CAPTURE,
      { input: { sessionId: 'secret', turns: [say('Still nothing.', '2')] } },
      agent,
    );
    expect(later).toMatchObject({ captureTurns: { report: [{ status: 'not_captured' }] } });
  });

  it('names the field of a bad turn and stores nothing of the call', async () => {
    const bad = await app.graphql(
      CAPTURE,
      { input: { sessionId: 'bad', turns: [say('fine', '1'), say('   ', '2')] } },
      agent,
    );
    expect(bad.data).toMatchObject({
      captureTurns: { userErrors: [{ code: 'VALIDATION_FAILED', path: ['turns', '1', 'content'] }] },
    });
    const { conversations } = await app.must<{ conversations: { edges: { node: { sessionId: string } }[] } }>(
      '{ conversations(first: 100) { edges { node { sessionId } } } }',
      {},
      agent,
    );
    expect(conversations.edges.map(({ node }) => node.sessionId)).not.toContain('bad');
  });

  it('finds an added fact with the answer, updates only what is given, and keeps the history', async () => {
    const added = await mcp.must('memory_add', {
      content: 'The staging server is called Heron.',
      category: 'project-notes',
      tags: ['infra'],
      metadata: { ticket: 7 },
    });
    const found = await mcp.must('memory_search', { search: 'Heron' });
    expect(found['memories']).toEqual(expect.arrayContaining([expect.objectContaining({ id: added['id'] })]));
    expect(await mcp.must('memory_task_wait', { taskId: added['taskId'], timeout: 30 })).toMatchObject({
      state: 'done',
    });
    await mcp.must('memory_update', { id: added['id'], content: 'The staging server is called Osprey.' });
    const card = (await cards()).find((one) => one.id === added['id']);
    expect(card).toMatchObject({
      content: 'The staging server is called Osprey.',
      category: 'project-notes',
      tags: ['infra'],
      metadata: { ticket: 7 },
    });
    const { card: withHistory } = await app.must<{ card: { history: { action: string; before: object }[] } }>(
      'query ($id: ID!) { card(id: $id) { history { action before } } }',
      { id: added['id'] },
      agent,
    );
    expect(withHistory.history).toEqual(
      expect.arrayContaining([
        { action: 'updated', before: { content: 'The staging server is called Heron.' } },
      ]),
    );
  });

  it('replaces a value by a newer one, with links both ways, and leaves the old one out of searches', async () => {
    const old = await mcp.must('memory_add', { content: 'My favourite editor is Vim.' });
    await mcp.must('memory_task_wait', { taskId: old['taskId'] });
    const next = await mcp.must('memory_add', { content: 'My favourite editor is Helix.' });
    await mcp.must('memory_task_wait', { taskId: next['taskId'] });
    const all = await cards(agent, true);
    const retired = all.find((card) => card.id === old['id']);
    expect(retired?.supersededBy).toBe(next['id']);
    const { card } = await app.must<{ card: { supersedes: string[] } }>(
      'query ($id: ID!) { card(id: $id) { supersedes } }',
      { id: next['id'] },
      agent,
    );
    expect(card.supersedes).toContain(old['id']);
    const found = await mcp.must('memory_search', { search: 'favourite editor' });
    expect((found['memories'] as { id: string }[]).map((memory) => memory.id)).not.toContain(old['id']);
  });

  it('forgets a card out of every index, and a later extraction does not bring it back', async () => {
    await app.must(
      CAPTURE,
      { input: { sessionId: 's4', turns: [say('My cat is called Pixel.', '1')] } },
      agent,
    );
    await extracted('s4');
    const cat = (await cards()).find((card) => card.content.includes('Pixel'));
    expect(cat).toBeDefined();
    await mcp.must('memory_delete', { id: cat?.id ?? '' });
    expect(await mcp.must('memory_search', { search: 'Pixel the cat' })).toMatchObject({
      memories: expect.not.arrayContaining([expect.objectContaining({ id: cat?.id })]) as unknown,
    });
    const scenes = await mcp.must('hub_search', { query: 'Pixel', layers: ['L2', 'L3'] });
    expect(scenes['hits']).toEqual([]);
    await app.must(
      CAPTURE,
      { input: { sessionId: 's5', turns: [say('My cat is called Pixel.', '1')] } },
      agent,
    );
    await extracted('s5');
    expect((await cards()).some((card) => card.content === cat?.content)).toBe(false);
    expect(await mcp.call('memory_delete', { id: cat?.id ?? '' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('NOT_FOUND') as string,
    });
  });

  it('masks secrets before anything derived is written, and shows the turn masked', async () => {
    const key = `sk-${'a1B2c3D4'.repeat(5)}`;
    await app.must(
      CAPTURE,
      { input: { sessionId: 's6', turns: [say(`I use the key ${key} for the staging account.`, '1')] } },
      agent,
    );
    await extracted('s6');
    const rows = await app.sql<{ n: number }>(
      `SELECT count(*)::int AS n FROM card WHERE content LIKE '%' || $1 || '%'`,
      [key],
    );
    const chunks = await app.sql<{ n: number }>(
      `SELECT count(*)::int AS n FROM search_chunk WHERE body LIKE '%' || $1 || '%'`,
      [key],
    );
    expect([rows[0]?.n, chunks[0]?.n]).toEqual([0, 0]);
    const { conversations } = await app.must<{ conversations: unknown }>(
      '{ conversations(first: 100) { edges { node { turns { edges { node { content masked } } } } } } }',
      {},
      agent,
    );
    expect(JSON.stringify(conversations)).not.toContain(key);
  });

  it('leads from a card to its scene, persona and turns', async () => {
    const peanuts = await until(
      async () => {
        const { card } = await app.must<{ card: { scene: { id: string } | null } }>(
          'query ($id: ID!) { card(id: $id) { scene { id } } }',
          { id: (await cards()).find((one) => one.content.includes('peanuts'))?.id },
          agent,
        );
        return card.scene;
      },
      { what: 'the scene of a card' },
    );
    const trace = await mcp.must('memory_trace', { id: peanuts.id });
    expect((trace['cards'] as unknown[]).length).toBeGreaterThan(0);
    expect((trace['turns'] as { quotes: string[] }[]).some((turn) => turn.quotes.length > 0)).toBe(true);
  });

  it('recalls what bears on a message in two blocks; the stable one is the same bytes', async () => {
    const first = await mcp.must('memory_recall', { text: 'Is there anything I am allergic to?' });
    const second = await mcp.must('memory_recall', { text: 'Where do I travel next week?' });
    expect(String(first['dynamic'])).toContain('peanuts');
    expect(second['stable']).toBe(first['stable']);
    expect(String(first['dynamic']).length).toBeLessThanOrEqual(2_400);
    const named = /\[(card_[0-9a-f]{32}) /.exec(String(first['dynamic']))?.[1] ?? '';
    expect(await mcp.must('memory_trace', { id: named })).toMatchObject({ focus: named });
  });

  it('puts the role and the rules of the agent before what is known', async () => {
    const input = {
      id: agent.id,
      rolePrompt: 'You keep the minutes.',
      rulesPrompt: 'Two sentences at most.',
    };
    await app.must(
      'mutation ($input: UpdateAgentInput!) { updateAgent(input: $input) { userErrors { code } } }',
      { input },
      agent.owner,
    );
    const { stable } = await mcp.must('memory_recall', { text: 'What now?' });
    expect(String(stable)).toMatch(/You keep the minutes\.[\s\S]*Two sentences at most\.[\s\S]*Persona/);
  });

  it('shows one agent nothing of another, and answers its ids like missing ones', async () => {
    expect(await cards(other)).toEqual([]);
    const mine = (await cards())[0];
    const theirs = await app.graphql('query ($id: ID!) { card(id: $id) { id } }', { id: mine?.id }, other);
    const missing = await app.graphql(
      'query ($id: ID!) { card(id: $id) { id } }',
      { id: 'card_01900000000070008000000000000000' },
      other,
    );
    expect(theirs.data).toEqual(missing.data);
    const otherMcp = await McpTestClient.connect(app.url, other.key);
    expect(await otherMcp.must('hub_search', { query: 'peanuts' })).toMatchObject({ hits: [], total: 0 });
    expect((await otherMcp.must('memory_recall', { text: 'peanuts' }))['dynamic']).toBe('');
    const named = await otherMcp.call('memory_add', { content: 'A fact.', agentId: agent.id });
    expect(named).toMatchObject({ isError: true, text: expect.stringContaining('NOT_FOUND') as string });
    await otherMcp.close();
  });

  it('keeps two subjects of one agent apart', async () => {
    for (const [subject, city] of [
      ['client-1', 'Oslo'],
      ['client-2', 'Porto'],
    ] as const)
      await app.must(
        CAPTURE,
        { input: { sessionId: `about-${subject}`, subject, turns: [say(`I live in ${city}.`, '1')] } },
        agent,
      );
    await extracted('about-client-1');
    await extracted('about-client-2');
    const found = await mcp.must('memory_search', {
      search: 'Where do I live?',
      sessionId: 'about-client-1',
    });
    const contents = (found['memories'] as { content: string }[]).map((memory) => memory.content).join('\n');
    expect(contents).toContain('Oslo');
    expect(contents).not.toContain('Porto');
    const changed = await app.graphql(
      CAPTURE,
      { input: { sessionId: 'about-client-1', subject: 'client-2', turns: [say('x y z', '9')] } },
      agent,
    );
    expect(changed.data).toMatchObject({
      captureTurns: { userErrors: [{ code: 'CONFLICT', path: ['subject'] }] },
    });
  });
});
