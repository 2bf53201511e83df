import {
  credentialsOf,
  startTestApp,
  type FirstPeople,
  type TestAgent,
  type TestApp,
} from '../../app/test-app.fixture';

interface Answer {
  readonly status: number;
  readonly text: string;
}
const nested = (levels: number): string => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
const cursor = (key: string): string => Buffer.from(key).toString('base64url');

describe('hostile input', () => {
  let hub: TestApp;
  let first: FirstPeople;
  let agent: TestAgent;
  beforeAll(async () => {
    hub = await startTestApp();
    first = await hub.bootstrap();
    agent = await hub.createAgent();
  });
  afterAll(() => hub.close());

  async function post(path: string, body: string, headers: Record<string, string> = {}): Promise<Answer> {
    const as = path.includes('cp') ? agent : first.admin;
    const answer = await fetch(`${hub.url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...credentialsOf(as),
        ...headers,
      },
      body,
    });
    return { status: answer.status, text: await answer.text() };
  }
  const call = (name: string, args: object, meta?: object): Promise<Answer> =>
    post(
      '/mcp',
      JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) },
      }),
    );

  describe('of a tool is refused by the name of the parameter', () => {
    it.each([
      ['memory_search', { search: 'x', category: 'a\0' }, 'category'],
      ['memory_search', { search: 'x', sessionId: 'a\ud800' }, 'sessionId'],
      ['memory_recall', { text: 'x', sessionId: '\0' }, 'sessionId'],
      ['memory_add', { content: 'x', tags: ['fine', '\0'] }, 'tags.1'],
      ['conversation_append', { sessionId: 'a\0', turns: [{ role: 'user', content: 'x' }] }, 'sessionId'],
      ['memory_search', { search: 'x', startTime: '0000-01-01T00:00:00Z' }, 'startTime'],
      ['memory_search', { search: 'x', endTime: '9999-12-31T23:59:59-14:00' }, 'endTime'],
      ['memory_search', { search: 'x', startTime: '2026-02-30T00:00:00Z' }, 'startTime'],
      [
        'conversation_append',
        { sessionId: 'a', turns: [{ role: 'user', content: 'x', occurredAt: '0000-01-01T00:00:00Z' }] },
        'turns.0.occurredAt',
      ],
    ])('%s %j', async (name, args, parameter) => {
      const { status, text } = await call(name, args);
      expect(status).toBe(200);
      expect(text).toContain('VALIDATION_FAILED');
      expect(text).toContain(`Parameter: ${parameter}`);
    });

    it.each([123, null, { a: 1 }, 'k\0'])('also in its mark %j', async (idempotencyKey) => {
      const { text } = await call('memory_add', { content: 'I like tea.' }, { idempotencyKey });
      expect(text).toContain('Parameter: _meta.idempotencyKey');
    });

    it.each([40, 5_000, 100_000])('when it is nested %i levels deep', async (levels) => {
      const body = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"memory_add","arguments":{"content":"x","metadata":${nested(levels)}}}}`;
      const { status, text } = await post('/mcp', body);
      expect([status, text]).toEqual([
        200,
        expect.stringMatching(/VALIDATION_FAILED[^]*Parameter: metadata/) as string,
      ]);
      const elsewhere = await post(
        '/mcp',
        `{"jsonrpc":"2.0","id":7,"method":"tools/list","params":${nested(levels * 2)}}`,
      );
      expect(elsewhere.status).toBe(400);
    });

    it('but the words of a turn are kept, with what no text can hold replaced', async () => {
      const turns = [{ role: 'user', content: 'half \ud83d and \0' }];
      expect((await call('conversation_append', { sessionId: 'kept', turns })).text).toContain('1 stored');
    });
  });

  describe('of a GraphQL field is refused by the name of the argument', () => {
    const SEARCH = 'query ($input: SearchInput!) { search(input: $input) { total } }';
    it.each([
      ['query ($c: String) { cards(category: $c) { totalCount } }', { c: '\0' }, 'category'],
      [SEARCH, { input: { text: 'x', category: '\0' } }, 'category'],
      [SEARCH, { input: { text: 'x', tags: ['\ud800'] } }, 'tags.0'],
      [SEARCH, { input: { text: 'x', sessionId: '\0' } }, 'sessionId'],
      [SEARCH, { input: { text: 'x', after: '0000-01-01T00:00:00Z' } }, 'after'],
      [SEARCH, { input: { text: 'x', before: '9999-12-31T23:59:59-14:00' } }, 'before'],
      [SEARCH, { input: { text: 'x', after: '2026-02-30T00:00:00Z' } }, 'after'],
      ['{ cards(category: "a\\u0000") { totalCount } }', {}, 'category'],
      ['query ($a: String) { cards(after: $a) { totalCount } }', { a: cursor('zzz') }, 'after'],
      ['query ($a: String) { conversations(after: $a) { totalCount } }', { a: cursor('12') }, 'after'],
      ['query ($a: String) { agents(after: $a) { totalCount } }', { a: cursor('zzz') }, 'after'],
      ['query ($a: String) { assets(after: $a) { totalCount } }', { a: 'rubbish' }, 'after'],
      ['query ($a: String) { inbox(after: $a) { totalCount } }', { a: cursor('zzz') }, 'after'],
    ])('%s %j', async (query, variables, field) => {
      const { data, errors } = await hub.graphql(query, variables, first.admin);
      expect(data ?? null).toBeNull();
      expect(
        errors.map(({ extensions }) => [extensions['code'], (extensions['field'] as string[]).join('.')]),
      ).toEqual([['VALIDATION_FAILED', field]]);
    });

    it('in lists inside an object, too', async () => {
      for (const key of ['zz', '2026 zzz', '2026-11-30T09:00:00.000Z zzz']) {
        const { errors } = await hub.graphql(
          'query ($id: ID!, $a: String) { space(id: $id) { members(after: $a) { totalCount } } }',
          { id: first.team.id, a: cursor(key) },
          first.admin,
        );
        expect(errors[0]?.extensions).toMatchObject({ code: 'VALIDATION_FAILED', field: ['after'] });
      }
      const own = await hub.graphql(
        'query ($id: ID!) { agent(id: $id) { mountable(text: "a\\u0000") { id } } }',
        { id: agent.id },
        first.admin,
      );
      expect(own.errors[0]?.extensions).toMatchObject({ code: 'VALIDATION_FAILED', field: ['text'] });
      await call('conversation_append', { sessionId: 'long', turns: [{ role: 'user', content: 'hello' }] });
      const [row] = await hub.sql<{ id: string }>('SELECT id FROM conversation LIMIT 1');
      for (const key of ['zzz', '1e999', '-5', '1.5', '99999999999999999999']) {
        const { errors } = await hub.graphql(
          'query ($id: ID!, $a: String) { conversation(id: $id) { turns(after: $a) { totalCount } } }',
          { id: `conversation_${(row?.id ?? '').replaceAll('-', '')}`, a: cursor(key) },
          first.admin,
        );
        expect(errors[0]?.extensions).toMatchObject({ code: 'VALIDATION_FAILED', field: ['after'] });
      }
    });

    it('of a mutation as one of its userErrors', async () => {
      const { data, errors } = await hub.graphql(
        'mutation ($input: EndSessionInput!) { endSession(input: $input) { task { id } userErrors { code path } } }',
        { input: { agentId: agent.id, sessionId: '\0' } },
        first.admin,
      );
      expect([errors, data]).toEqual([
        [],
        { endSession: { task: null, userErrors: [{ code: 'VALIDATION_FAILED', path: ['sessionId'] }] } },
      ]);
    });

    it.each([40, 5_000, 100_000])('when it is nested %i levels deep', async (levels) => {
      const query =
        'mutation ($input: AddMemoryInput!) { addMemory(input: $input) { cardId userErrors { code path } } }';
      const { status, text } = await post(
        '/graphql',
        `{"query":${JSON.stringify(query)},"variables":{"input":{"agentId":"${agent.id}","content":"x","metadata":${nested(levels)}}}}`,
      );
      expect([status, text]).toEqual([
        200,
        expect.stringMatching(/"VALIDATION_FAILED","path":\["metadata/) as string,
      ]);
    });
  });

  describe('of HTTP gets an answer in our form', () => {
    it.each([
      ['/%67raphql', '{"query":"{ viewer { csrfToken } }"}', 200],
      ['/%6dcp', '{"jsonrpc":"2.0","id":1,"method":"tools/list"}', 200],
    ])('%s is the path it stands for', async (path, body, expected) => {
      const { status, text } = await post(path, body);
      expect([status, text.includes('INTERNAL')]).toEqual([expected, false]);
    });

    it('also when it asks for the stream by another spelling', async () => {
      expect((await fetch(`${hub.url}/%65vents`)).status).toBe(401);
    });

    it.each<{
      what: string;
      path: string;
      body: string;
      headers: Record<string, string>;
      expected: number;
      code: string;
    }>([
      {
        what: 'no JSON',
        path: '/graphql',
        body: '{"a":',
        headers: {},
        expected: 400,
        code: 'VALIDATION_FAILED',
      },
      {
        what: '__proto__',
        path: '/graphql',
        body: '{"query":"{__typename}","__proto__":{}}',
        headers: {},
        expected: 400,
        code: 'VALIDATION_FAILED',
      },
      {
        what: 'XML',
        path: '/graphql',
        body: '<a/>',
        headers: { 'content-type': 'application/xml' },
        expected: 415,
        code: 'VALIDATION_FAILED',
      },
      { what: 'no JSON', path: '/mcp', body: '{"a":', headers: {}, expected: 400, code: 'VALIDATION_FAILED' },
      {
        what: 'XML',
        path: '/mcp',
        body: '<a/>',
        headers: { 'content-type': 'application/xml' },
        expected: 415,
        code: 'VALIDATION_FAILED',
      },
      {
        what: 'too much',
        path: '/mcp',
        body: `"${'a'.repeat(20 * 1024 * 1024)}"`,
        headers: {},
        expected: 413,
        code: 'LIMIT_EXCEEDED',
      },
      { what: 'an unknown path', path: '/mcp/x', body: '{}', headers: {}, expected: 404, code: 'NOT_FOUND' },
      { what: 'an unknown path', path: '/nope', body: '{}', headers: {}, expected: 404, code: 'NOT_FOUND' },
      {
        what: 'a path that cannot be read',
        path: '/%zz',
        body: '{}',
        headers: {},
        expected: 400,
        code: 'VALIDATION_FAILED',
      },
    ])('$what on $path', async ({ path, body, headers, expected, code }) => {
      const { status, text } = await post(path, body, headers);
      const answer = JSON.parse(text) as { errors?: { extensions: object }[]; error?: { data: object } };
      expect(status).toBe(expected);
      const facts = path.startsWith('/mcp') ? answer.error?.data : answer.errors?.[0]?.extensions;
      expect(facts).toEqual({
        code,
        hint: expect.any(String) as string,
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      });
    });

    it('a stranger who asks for the schema is asked to sign in', async () => {
      const { status, errors } = await hub.graphql('{ __schema { types { name } } }');
      expect([status, errors[0]?.extensions['code']]).toEqual([401, 'UNAUTHENTICATED']);
    });
  });
});
