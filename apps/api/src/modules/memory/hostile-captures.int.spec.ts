import { McpTestClient, until } from '@memory-hub/testing';
import { startTestApp, type TestAgent, type TestApp } from '../../app/test-app.fixture';

const CAPTURE =
  'mutation ($input: CaptureTurnsInput!) { captureTurns(input: $input) { conversation { id title turnCount } report { position status reason turnId } userErrors { code message path } } }';

interface Captured {
  readonly captureTurns: {
    readonly conversation: { title: string | null; turnCount: number } | null;
    readonly report: readonly { status: string; reason: string | null; turnId: string | null }[];
    readonly userErrors: readonly { code: string; path: string[] }[];
  };
}

describe('a capture that is not what a careful client sends', () => {
  let app: TestApp;
  let agent: TestAgent;
  let mcp: McpTestClient;
  const SECRET = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;

  beforeAll(async () => {
    app = await startTestApp({ roles: 'api,mcp,worker' });
    agent = await app.createAgent({ name: 'scribe' });
    mcp = await McpTestClient.connect(app.url, agent.key);
  }, 120_000);
  afterAll(async () => {
    await mcp?.close();
    await app?.close();
  });

  const capture = async (sessionId: string, turns: readonly object[], more: object = {}) =>
    (await app.must<Captured>(CAPTURE, { input: { sessionId, turns, ...more } }, agent)).captureTurns;
  const statuses = ({ report }: Captured['captureTurns']) => report.map(({ status }) => status);
  const said = (content: string, more: object = {}) => ({ role: 'USER', speaker: 'Ann', content, ...more });
  const extracted = async (sessionId: string): Promise<void> => {
    await app.must(
      'mutation ($input: EndSessionInput!) { endSession(input: $input) { userErrors { code } } }',
      { input: { sessionId } },
      agent,
    );
    await until(
      async () => {
        const rows = await app.sql<{ n: number }>(
          'SELECT count(*)::int AS n FROM conversation WHERE session_id = $1 AND extracted_seq = turn_count',
          [sessionId],
        );
        return rows[0]?.n === 1;
      },
      { what: `session ${sessionId} extracted` },
    );
  };

  it('stores a mixed call once, however often it is sent', async () => {
    const turns = [
      said('Hello there.'),
      said('We meet on Mondays.', { clientTurnId: '1' }),
      said('yes'),
      said('yes'),
    ];
    expect(statuses(await capture('mixed', turns))).toEqual(['stored', 'stored', 'stored', 'stored']);
    for (let again = 0; again < 2; again += 1)
      expect(statuses(await capture('mixed', turns))).toEqual([
        'duplicate',
        'duplicate',
        'duplicate',
        'duplicate',
      ]);
    const grown = await capture('mixed', [...turns, said('And on Fridays.')]);
    expect(statuses(grown).at(-1)).toBe('stored');
    expect(grown.conversation?.turnCount).toBe(5);
  });

  it('takes a turn that stands twice in one call as one, and says so', async () => {
    const twice = await capture('twice', [
      said('The door code changes weekly.', { clientTurnId: 'x' }),
      said('The door code changes weekly.', { clientTurnId: 'x' }),
      said('Other words.', { clientTurnId: 'x' }),
    ]);
    expect(statuses(twice)).toEqual(['stored', 'duplicate', 'duplicate']);
    expect(new Set(twice.report.map(({ turnId }) => turnId)).size).toBe(1);
    expect(twice.report[2]?.reason).toMatch(/other words/);
    const later = await capture('twice', [said('Again other words.', { clientTurnId: 'x' })]);
    expect(later.report[0]).toMatchObject({
      status: 'duplicate',
      reason: expect.stringMatching(/other words/) as string,
    });
  });

  it('stores tool calls that hold what PostgreSQL cannot, and refuses what is nested without end', async () => {
    const odd = { 'a\u0000b': ['\ud800', { deep: 'x\u0000' }] };
    expect(statuses(await capture('tools', [said('Done.', { clientTurnId: '1', toolCalls: odd })]))).toEqual([
      'stored',
    ]);
    let nested: unknown = 'end';
    for (let level = 0; level < 40; level += 1) nested = { nested };
    const turns = [said('Deep.', { clientTurnId: '2', toolCalls: nested })];
    const { data } = await app.graphql(CAPTURE, { input: { sessionId: 'tools', turns } }, agent);
    expect(data).toMatchObject({
      captureTurns: {
        userErrors: [{ code: 'VALIDATION_FAILED', path: expect.arrayContaining(['toolCalls']) as string[] }],
      },
    });
  });

  it('masks secrets in every label that stands beside the words', async () => {
    await capture('labels', [said('I prefer tea.', { speaker: `Deploy ${SECRET}`, clientTurnId: '1' })], {
      title: `Title ${SECRET}`,
    });
    await extracted('labels');
    const added = await mcp.must('memory_add', {
      content: 'The lamp is green.',
      category: SECRET,
      tags: [`tag ${SECRET}`],
      metadata: { [SECRET]: [SECRET] },
    });
    await app.must(
      'mutation ($input: UpdateMemoryInput!) { updateMemory(input: $input) { userErrors { code } } }',
      { input: { id: added['id'], content: 'The lamp is blue.', reason: `because ${SECRET}` } },
      agent,
    );
    const { data } = await app.graphql(
      CAPTURE,
      { input: { sessionId: 'labels-2', subject: SECRET, turns: [said('Hi.', { clientTurnId: '1' })] } },
      agent,
    );
    expect(data).toMatchObject({
      captureTurns: { userErrors: [{ code: 'VALIDATION_FAILED', path: ['subject'] }] },
    });
    const tables = await app.sql<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
    );
    const holding: string[] = [];
    for (const { name } of tables) {
      const rows = await app.sql<{ n: number }>(
        `SELECT count(*)::int AS n FROM "${name}" AS t WHERE t::text LIKE '%' || $1 || '%'`,
        [SECRET],
      );
      if ((rows[0]?.n ?? 0) > 0) holding.push(name);
    }
    expect(holding).toEqual([]);
  });

  it('keeps no title of what is off the record', async () => {
    const off = await capture('merger', [said('We merge in May.')], {
      title: 'Secret merger',
      offTheRecord: true,
    });
    expect(off.conversation).toMatchObject({ title: null, turnCount: 0 });
  });

  it('finds a session by its id with and without spaces around it', async () => {
    await capture(' spaced ', [said('The boat is in the harbour.', { clientTurnId: '1' })]);
    for (const sessionId of [' spaced ', 'spaced'])
      expect(await mcp.must('memory_search', { search: 'boat', sessionId })).toHaveProperty('memories');
  });

  it('indexes the start of a long turn at once, its end by a job, and cuts no sign in two', async () => {
    const long = `${'a'.repeat(64 * 1024 - 1)}🦉${' filler'.repeat(50)} wolverine`;
    expect(statuses(await capture('long', [said(long, { clientTurnId: '1' })]))).toEqual(['stored']);
    await until(async () => (await search('wolverine')) > 0, { what: 'the end of the long turn' });
  });

  const search = async (text: string): Promise<number> => {
    const { search: found } = await app.must<{ search: { total: number } }>(
      'query ($input: SearchInput!) { search(input: $input) { total } }',
      { input: { text, mode: 'KEYWORD' } },
      agent,
    );
    return found.total;
  };

  it('takes a call of many words without holding up others, and finds all of them in the end', async () => {
    let next = 0;
    const words = (): string =>
      Array.from({ length: 4_000 }, () => `w${(next += 1).toString(36)}q`).join(' ');
    const turns = Array.from({ length: 24 }, (_, index) => said(words(), { clientTurnId: String(index) }));
    const last = `w${next.toString(36)}q`;
    expect(new Set(statuses(await capture('bulk', turns)))).toEqual(new Set(['stored']));
    await until(async () => (await search(last)) > 0, {
      what: 'the last word of the call',
      timeoutMs: 90_000,
    });
  }, 120_000);

  it('shows a turn that gave no card when it is traced', async () => {
    const { report } = await capture('plain', [said('ok, thanks', { clientTurnId: '1' })]);
    const trace = await mcp.must('memory_trace', { id: report[0]?.turnId ?? '' });
    expect(trace['turns']).toEqual([expect.objectContaining({ text: 'ok, thanks' })]);
  });

  it('does not bring back a fact that is deleted while the same words are extracted', async () => {
    for (let round = 0; round < 6; round += 1) {
      const fact = `I collect ${['banjos', 'stamps', 'clocks', 'maps', 'kites', 'globes'][round] ?? ''} a lot.`;
      const added = await mcp.must('memory_add', { content: fact });
      await mcp.must('memory_task_wait', { taskId: added['taskId'], timeout: 30 });
      await capture(`race-${round}`, [said(fact, { speaker: 'user', clientTurnId: '1' })]);
      const [, gone] = await Promise.all([
        extracted(`race-${round}`),
        mcp.call('memory_delete', { id: added['id'] }),
      ]);
      expect(gone.isError).not.toBe(true);
      const rows = await app.sql<{ n: number }>(
        "SELECT count(*)::int AS n FROM card WHERE state = 'live' AND content = $1",
        [fact],
      );
      expect(rows[0]?.n).toBe(0);
    }
  }, 120_000);

  it('bounds metadata over all patches together', async () => {
    const added = await mcp.must('memory_add', { content: 'The attic is dry.' });
    const patch = (key: string) =>
      mcp.call('memory_update', {
        id: added['id'],
        content: `The attic is dry, ${key}.`,
        metadata: { [key]: 'x'.repeat(9_000) },
      });
    expect(await patch('a')).toMatchObject({ isError: false });
    expect(await patch('b')).toMatchObject({
      isError: true,
      text: expect.stringContaining('metadata') as string,
    });
  });
});
