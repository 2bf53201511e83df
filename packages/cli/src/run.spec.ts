import { FakeHub, memhub, type FakeAnswer } from './fake-hub.fixture';

const HIT = {
  id: 'card_1',
  kind: 'CARD',
  layer: 'L1',
  title: 'Deploys on\nTuesdays',
  snippet: { text: 'We deploy on Tuesdays.' },
  trust: 'own_user',
  eventTime: null,
  recordedAt: '2026-11-30T09:00:00Z',
  sessionId: 's1',
  path: null,
  why: { text: 'Matches the words deploy.' },
};
const FOUND: FakeAnswer = {
  data: {
    search: {
      total: 1,
      totalIsCapped: false,
      mode: 'KEYWORD',
      degraded: [{ leg: 'meaning', reason: 'loading', message: 'Meaning search is still loading.' }],
      edges: [{ node: HIT }],
    },
  },
};

describe('the command line', () => {
  let hub: FakeHub | undefined;
  afterEach(async () => {
    await hub?.stop();
    hub = undefined;
  });
  const withHub = async (answers: Parameters<typeof FakeHub.start>[0]): Promise<Record<string, string>> => {
    hub = await FakeHub.start(answers);
    return { MEMHUB_URL: `${hub.url}/`, MEMHUB_API_KEY: 'mh_agent_test' };
  };

  it.each([
    [['nonsense'], /unknown command/],
    [['search'], /missing required argument/],
    [['search', 'x', '--kind', 'soup'], /Allowed choices/],
    [['search', 'x', '--limit', '0'], /from 1 to 100/],
    [['import', 'x'], /--format/],
    [['agent', 'create'], /--email/],
    [['up', '--port', '99999'], /1 to 65535/],
  ])('refuses %j on stderr, with exit code 2', async (args, message) => {
    const { code, stdout, stderr } = await memhub(args);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(message);
  });

  it.each([
    [['nonsense', '--json'], /unknown command/],
    [['search', '--json'], /missing required argument/],
    [['search', 'x', '--nosuch', '--json'], /unknown option/],
    [['search', 'x', '--limit', '0', '--json'], /from 1 to 100/],
  ])('refuses %j with one JSON object on stdout', async (args, message) => {
    const { code, stdout } = await memhub(args);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toEqual({
      error: {
        code: 'VALIDATION_FAILED',
        message: expect.stringMatching(message) as string,
        hint: 'Use --help to see what it takes.',
        path: [],
      },
    });
  });

  it('says which version it is', async () => {
    expect(await memhub(['--version'])).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string,
      stderr: '',
    });
  });

  it('takes what stands behind -- as words, whatever it looks like', async () => {
    const env = await withHub({ search: () => FOUND });
    const { code, stdout } = await memhub(['search', '--', '--json', 'word'], env);
    expect([code, stdout.startsWith('1. Deploys')]).toEqual([0, true]);
    expect(hub?.asked[0]?.variables.input).toMatchObject({ text: '--json word' });
  });

  it('lets nothing of the hub move the cursor, ring, or turn the words on a terminal', async () => {
    const snippet = { text: 'a\u001b]0;title\u0007b\u001b[2J\rc\u202ed\u009be' };
    const node = { ...HIT, title: 'x\u001b[31m', snippet };
    const data = { search: { ...(FOUND.data as { search: object }).search, edges: [{ node }] } };
    const env = await withHub({ search: () => ({ data }) });
    const shown = await memhub(['search', 'x'], env);
    expect(shown.stdout).toContain('x\ufffd[31m');
    for (const unsafe of ['\u001b', '\u0007', '\r', '\u202e', '\u009b'])
      expect(shown.stdout).not.toContain(unsafe);
    const { stdout } = await memhub(['search', 'x', '--json'], env);
    expect(JSON.parse(stdout)).toMatchObject({ hits: [{ snippet: snippet.text }] });
    await hub?.stop();
    const fault = { message: 'no\u001b[2J', extensions: { code: 'FORBIDDEN' } };
    const refused = await memhub(['search', 'x'], await withHub({ search: () => ({ errors: [fault] }) }));
    expect(refused.stderr).toContain('no\ufffd[2J');
  });

  it('explains itself, exit codes included', async () => {
    const { code, stdout } = await memhub(['--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Exit codes:[\s\S]*MEMHUB_API_KEY/);
  });

  it('says where to get a key, as text and as JSON', async () => {
    const plain = await memhub(['search', 'deploy']);
    expect(plain).toMatchObject({
      code: 4,
      stdout: '',
      stderr: expect.stringMatching(/MEMHUB_API_KEY is not set.*\n.*agent create/),
    });
    const json = await memhub(['search', 'deploy', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({
      error: { code: 'UNAUTHENTICATED', hint: expect.stringContaining('agent create') },
    });
  });

  it('prints hits on stdout and what was degraded on stderr', async () => {
    const env = await withHub({ search: () => FOUND });
    const { code, stdout, stderr } = await memhub(
      ['search', 'when', 'do we', 'deploy', '--kind', 'card', '--layer', 'L1', '--limit', '3'],
      env,
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'Meaning search is still loading.\n' });
    expect(stdout).toBe(
      '1. Deploys on Tuesdays  [card card_1]\n   We deploy on Tuesdays.\n   Matches the words deploy.\n',
    );
    expect(hub?.asked[0]).toMatchObject({
      variables: { input: { text: 'when do we deploy', kinds: ['CARD'], layers: ['L1'] }, first: 3 },
      headers: { authorization: 'Bearer mh_agent_test' },
    });
  });

  it('prints one JSON object with --json', async () => {
    const env = await withHub({ search: () => FOUND });
    const { stdout } = await memhub(['search', 'deploy', '--json'], env);
    expect(JSON.parse(stdout)).toMatchObject({
      total: 1,
      mode: 'keyword',
      hits: [{ id: 'card_1', kind: 'card', snippet: 'We deploy on Tuesdays.' }],
    });
  });

  it.each<[string, FakeAnswer, number, RegExp]>([
    [
      'a key that ended',
      {
        status: 401,
        errors: [
          {
            message: 'The API key was revoked or has expired.',
            extensions: { code: 'UNAUTHENTICATED', hint: 'Send a valid API key.' },
          },
        ],
      },
      4,
      /revoked[\s\S]*Send a valid/,
    ],
    [
      'a database that is away',
      {
        status: 503,
        errors: [
          { message: 'The database does not answer.', extensions: { code: 'UNAVAILABLE', retryAfter: 2 } },
        ],
      },
      7,
      /database/,
    ],
    [
      'a wrong field',
      {
        errors: [
          { message: 'text is too long.', extensions: { code: 'VALIDATION_FAILED', field: ['text'] } },
        ],
      },
      2,
      /too long\. \(text\)/,
    ],
    ['a page of something else', { status: 200 }, 3, /is not a Memory Hub/],
    ['a broken gateway', { status: 502 }, 7, /not ready \(HTTP 502\)/],
    ['an answer of another version', { data: { search: { hits: [] } } }, 1, /same version/],
  ])('maps %s to its exit code', async (_what, answer, exit, message) => {
    const { code, stderr } = await memhub(['search', 'deploy'], await withHub({ search: () => answer }));
    expect(code).toBe(exit);
    expect(stderr).toMatch(message);
  });

  it('says how to start a hub when none answers, and refuses an address that is none', async () => {
    const away = await FakeHub.start();
    const { url } = away;
    await away.stop();
    expect(await memhub(['search', 'x'], { MEMHUB_URL: url, MEMHUB_API_KEY: 'k' })).toMatchObject({
      code: 7,
      stderr: expect.stringMatching(/No hub answers[\s\S]*memhub up/),
    });
    expect(await memhub(['search', 'x'], { MEMHUB_URL: 'file:///etc', MEMHUB_API_KEY: 'k' })).toMatchObject({
      code: 3,
    });
  });

  it('looks a running hub over, part by part, and tries the key', async () => {
    const parts = [
      { name: 'database', state: 'ok', detail: 'embedded PostgreSQL 18' },
      { name: 'queue', state: 'degraded', detail: '1 parked' },
      { name: 'model', state: 'off' },
    ];
    const env = await withHub({
      '/readyz': () => ({ body: { status: 'degraded', parts } }),
      agents: () => ({ data: { agents: { edges: [{ node: { id: 'agent_1', name: 'builder' } }] } } }),
    });
    const { findings } = JSON.parse((await memhub(['doctor', '--json'], env)).stdout) as {
      findings: { name: string; state: string; detail: string }[];
    };
    const stateOf = (name: string) => findings.find((one) => one.name === name);
    expect(stateOf('node')).toMatchObject({ state: 'ok' });
    expect(stateOf('hub')).toMatchObject({ state: 'ok', detail: `degraded at ${hub?.url}` });
    expect([stateOf('database')?.state, stateOf('queue')?.state, stateOf('model')?.state]).toEqual([
      'ok',
      'warn',
      'off',
    ]);
    expect(stateOf('key')).toMatchObject({ state: 'ok', detail: 'the key of builder' });
    expect(stateOf('port')).toBeUndefined();
  });

  it('fails the look-over when a part is down, when the key is not valid, and when nothing runs', async () => {
    const env = await withHub({
      '/readyz': () => ({
        status: 503,
        body: { status: 'down', parts: [{ name: 'database', state: 'down' }] },
      }),
      agents: () => ({
        status: 401,
        errors: [{ message: 'The API key is not valid.', extensions: { code: 'UNAUTHENTICATED' } }],
      }),
    });
    const down = await memhub(['doctor'], env);
    expect(down.code).toBe(7);
    expect(down.stdout).toMatch(/FAIL {2}database[\s\S]*FAIL {2}key: The API key is not valid/);
    await hub?.stop();
    hub = undefined;
    const silent = await memhub(['doctor'], env);
    expect(silent.stdout).toMatch(
      /ok {4}port: \d+ is free[\s\S]*FAIL {2}hub: nothing answers[\s\S]*memhub up/,
    );
  });

  describe('agent create', () => {
    const space = (id: string, name: string, more: object = {}) => ({
      space: { id, name, slug: name.toLowerCase(), kind: 'TEAM', viewerCan: { createAgent: true }, ...more },
    });
    const create = ['agent', 'create', '--email', 'ada@example.org', '--name', 'builder'];
    const started = async (spaces: object[]) =>
      withHub({
        'signIn\\(': () => ({
          data: { signIn: { viewer: { csrfToken: 'token' }, userErrors: [] } },
          headers: { 'set-cookie': 'session=abc; HttpOnly' },
        }),
        'viewer \\{ spaces': () => ({ data: { viewer: { spaces } } }),
        'createAgent\\(': ({ variables }) => {
          const agent = {
            id: 'agent_1',
            name: String(variables.input['name']),
            connect: [{ client: 'generic', label: 'MCP', code: '{"key":"<KEY>"}', file: 'mcp.json' }],
          };
          return { data: { createAgent: { key: 'mh_agent_secret', agent, userErrors: [] } } };
        },
        signOut: () => ({ data: { signOut: { ok: true } } }),
      });

    it('signs in with the password from stdin, makes the agent, prints the key, and signs out', async () => {
      const env = await started([
        space('space_1', 'Platform'),
        space('space_0', 'Ada', { kind: 'PERSONAL' }),
      ]);
      const { code, stdout, stderr } = await memhub([...create, '--json'], env, 'a long password 1\nrest');
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toEqual({
        id: 'agent_1',
        name: 'builder',
        space: { id: 'space_1', name: 'Platform' },
        key: 'mh_agent_secret',
        connect: { file: 'mcp.json', code: '{"key":"mh_agent_secret"}' },
      });
      expect(stderr).toContain('Keep the key');
      expect(
        hub?.asked.map(({ headers }) => [headers['x-memhub-csrf'], headers.cookie, headers.authorization]),
      ).toEqual([
        ['1', undefined, undefined],
        ['token', 'session=abc', undefined],
        ['token', 'session=abc', undefined],
        ['token', 'session=abc', undefined],
      ]);
      expect(hub?.asked[0]?.variables.input).toEqual({
        email: 'ada@example.org',
        password: 'a long password 1',
      });
      expect(hub?.asked[3]?.query).toContain('signOut');
    });

    it.each([
      {
        what: 'a name that fits two spaces',
        spaces: [space('space_1', 'Team'), space('space_2', 'Team')],
        more: ['--space', 'team'],
        exit: 6,
        message: /Several spaces[\s\S]*space_1[\s\S]*space_2/,
      },
      {
        what: 'a name that fits none',
        spaces: [space('space_1', 'Team')],
        more: ['--space', 'Teem'],
        exit: 5,
        message: /no space called "Teem"[\s\S]*Team \(space_1\)/,
      },
      {
        what: 'no name and two teams',
        spaces: [space('space_1', 'A'), space('space_2', 'B')],
        more: [],
        exit: 6,
        message: /several teams[\s\S]*A \(space_1\), B \(space_2\)/,
      },
      {
        what: 'a space without the right',
        spaces: [space('space_1', 'A', { viewerCan: { createAgent: false } })],
        more: ['--space', 'A'],
        exit: 5,
        message: /ask an admin/,
      },
    ])('never guesses: $what', async ({ spaces, more, exit, message }) => {
      const { code, stderr } = await memhub([...create, ...more], await started(spaces), 'password\n');
      expect(code).toBe(exit);
      expect(stderr).toMatch(message);
      expect(hub?.asked.some(({ query }) => query.includes('createAgent(input'))).toBe(false);
    });

    it('takes the id of a space, and no empty password', async () => {
      const env = await started([space('space_1', 'Team'), space('space_2', 'Team')]);
      expect((await memhub([...create, '--space', 'space_2'], env, 'p\n')).code).toBe(0);
      expect(await memhub(create, env, '\n')).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/No password/),
      });
    });
  });
});
