import { request as httpRequest } from 'node:http';
import {
  credentialsOf,
  startTestApp,
  type TestAgent,
  type TestApp,
  type TestPerson,
} from '../../app/test-app.fixture';

const RENAME = 'mutation { updateProfile(input: { name: "Renamed" }) { user { name } userErrors { code } } }';
const SIGN_IN =
  'mutation { signIn(input: { email: "nobody@example.org", password: "x" }) { viewer { csrfToken } userErrors { code } } }';

interface Raw {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

describe('the front door', () => {
  let hub: TestApp;
  let person: TestPerson;
  let agent: TestAgent;
  beforeAll(async () => {
    hub = await startTestApp();
    ({ admin: person } = await hub.bootstrap());
    agent = await hub.createAgent();
  });
  afterAll(() => hub.close());

  /** Below `fetch`, which does not let a test choose Host. */
  function send(
    path: string,
    {
      method = 'GET',
      headers = {},
      body,
    }: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ): Promise<Raw> {
    return new Promise((resolve, reject) => {
      const sent = httpRequest(`${hub.url}${path}`, { method, headers }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }),
        );
      });
      sent.on('error', reject).end(body);
    });
  }
  const post = (query: string, headers: Record<string, string>): Promise<Raw> =>
    send('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query }),
    });

  describe('asks for the CSRF header', () => {
    it('with the token of the session, for every mutation of a browser', async () => {
      const { cookie } = person;
      expect((await post(RENAME, { cookie })).status).toBe(403);
      expect((await post(RENAME, { cookie, 'x-memhub-csrf': '1' })).status).toBe(403);
      const other = await hub.createUser();
      expect((await post(RENAME, { cookie, 'x-memhub-csrf': other.csrf })).status).toBe(403);
      const allowed = await post(RENAME, { cookie, 'x-memhub-csrf': person.csrf });
      expect(JSON.parse(allowed.body)).toMatchObject({
        data: { updateProfile: { user: { name: 'Renamed' } } },
      });
    });

    it('with any value, of a stranger', async () => {
      const refused = await post(SIGN_IN, {});
      expect(refused.status).toBe(403);
      expect(refused.body).toContain('x-memhub-csrf');
      expect((await post(SIGN_IN, { 'x-memhub-csrf': '1' })).status).toBe(401);
    });

    it('not of a key, and not for queries', async () => {
      expect((await post(SIGN_IN, { authorization: `Bearer ${agent.key}` })).status).toBe(401);
      expect((await post('{ viewer { csrfToken } }', { cookie: person.cookie })).status).toBe(200);
    });

    it('and does not take mutations by GET', async () => {
      const { status } = await send(`/graphql?query=${encodeURIComponent(RENAME)}`, {
        headers: { ...credentialsOf(person), 'apollo-require-preflight': '1' },
      });
      expect(status).toBe(405);
    });
  });

  describe('answers under its own name only', () => {
    it.each([
      'evil.example',
      'evil.example:7077',
      '127.0.0.1.evil.example',
      'localhost.evil.example',
      '10.0.0.1',
    ])('not as %j', async (host) => {
      const answer = await send('/graphql', {
        method: 'POST',
        headers: { host, 'content-type': 'application/json', ...credentialsOf(person) },
        body: '{"query":"{ viewer { user { id } } }"}',
      });
      expect([400, 403]).toContain(answer.status);
      expect(answer.body).not.toContain(person.id);
    });

    it('nor under the right name with another port', async () => {
      expect((await send('/', { headers: { host: '127.0.0.1:1' } })).status).toBe(403);
    });

    it.each(['localhost', '127.0.0.1', '[::1]'])('but as %s', async (name) => {
      expect((await send('/readyz', { headers: { host: `${name}:${new URL(hub.url).port}` } })).status).toBe(
        200,
      );
    });
  });

  describe('turns away pages of other sites', () => {
    it.each([
      'https://evil.example',
      'null',
      'http://127.0.0.1:1',
      'http://localhost.evil.example',
      'https://127.0.0.1',
      'not a url',
    ])('from %j', async (origin) => {
      for (const path of ['/graphql', '/mcp', '/events']) {
        const { status, body } = await send(path, {
          method: path === '/events' ? 'GET' : 'POST',
          headers: { origin, 'content-type': 'application/json', ...credentialsOf(person) },
        });
        expect([path, status]).toEqual([path, 403]);
        expect(body).toContain('not accepted');
      }
    });

    it('and lets its own in', async () => {
      const own = await post('{ viewer { user { id } } }', { origin: hub.url, ...credentialsOf(person) });
      expect(own.status).toBe(200);
      expect(own.headers['access-control-allow-origin']).toBeUndefined();
    });
  });

  it('gives MCP no cookie: a browser is nobody there', async () => {
    const { status } = await send('/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...credentialsOf(person) },
      body: '{}',
    });
    expect(status).toBe(401);
  });

  it('names each request and lets no cache keep an answer', async () => {
    const answer = await post('{ viewer { user { id } } }', credentialsOf(person));
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  it('shows a browser that opens it no page of anybody', async () => {
    const { status, headers, body } = await send('/graphql', { headers: { accept: 'text/html' } });
    expect([status, headers['content-security-policy']]).toEqual([
      400,
      expect.stringContaining("default-src 'none'") as string,
    ]);
    expect(body).not.toMatch(/<html|<script/i);
  });

  it('takes no request id from outside, because it goes into the log', async () => {
    const answer = await post('{ viewer { user { id } } }', {
      'x-request-id': 'forged',
      ...credentialsOf(person),
    });
    expect(answer.headers['x-request-id']).not.toBe('forged');
  });

  it.each([
    ['is not JSON', '{"query": '],
    ['is empty', ''],
    ['has no query', '{"variables":{}}'],
    ['is a list', '[{"query":"{ __typename }"},{"query":"{ __typename }"}]'],
  ])('refuses a body that %s, without a word about its inside', async (_what, body) => {
    const answer = await send('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...credentialsOf(person) },
      body,
    });
    expect(answer.status).toBe(400);
    expect(answer.body).not.toMatch(/node_modules|at .*\.js/);
  });

  it('answers watchers without credentials, and shows figures to the machine only', async () => {
    expect((await send('/healthz')).body).toBe('{"status":"ok"}');
    const metrics = await send('/metrics');
    expect([metrics.status, metrics.body.includes('memhub_http_request_seconds')]).toEqual([200, true]);
    const forwarded = { 'x-forwarded-for': '203.0.113.7' };
    expect((await send('/metrics', { headers: forwarded })).status).toBe(401);
    expect((await send('/metrics', { headers: { ...forwarded, ...credentialsOf(agent) } })).status).toBe(401);
    expect((await send('/metrics', { headers: { ...forwarded, ...credentialsOf(person) } })).status).toBe(
      200,
    );
    expect(JSON.parse((await send('/readyz', { headers: forwarded })).body)).not.toHaveProperty(
      'parts.0.detail',
    );
  });

  it('serves what its roles say', async () => {
    const workless = await startTestApp({ roles: 'mcp', database: hub.database });
    try {
      const answer = await workless.graphql('{ viewer { user { id } } }', {}, person);
      expect(answer.status).toBe(404);
    } finally {
      await workless.close();
    }
  });
});
