import {
  startTestApp,
  type GraphqlReply,
  type TestAgent,
  type TestApp,
  type TestPerson,
} from '../../app/test-app.fixture';
import { hashOfSecret } from './domain/key-text';

const WHO = '{ viewer { user { id } } health { mode } }';

describe('who asks', () => {
  let hub: TestApp;
  let person: TestPerson;
  beforeAll(async () => {
    hub = await startTestApp();
    person = await hub.createUser();
  });
  afterAll(() => hub.close());

  const ask = (headers: Record<string, string>): Promise<GraphqlReply> =>
    hub.graphql('{ health { mode } }', {}, null, headers);
  const codeOf = ({ errors }: GraphqlReply): unknown => errors[0]?.extensions['code'];

  it('is a stranger without credentials, and told to sign in', async () => {
    const reply = await hub.graphql(WHO);
    expect(reply.status).toBe(401);
    expect(codeOf(reply)).toBe('UNAUTHENTICATED');
    expect((await hub.graphql('{ viewer { user { id } } }')).data).toEqual({ viewer: null });
  });

  it('is a person with the cookie of a session', async () => {
    expect(await hub.must(WHO, {}, person)).toMatchObject({ viewer: { user: { id: person.id } } });
  });

  it('is an agent with a key, which is nobody who could open a page', async () => {
    const agent = await hub.createAgent({ owner: person });
    expect(await hub.must(WHO, {}, agent)).toEqual({
      viewer: null,
      health: { mode: expect.any(String) as string },
    });
  });

  it('is the key’s agent when a cookie comes along', async () => {
    const agent = await hub.createAgent({ owner: person });
    const reply = await hub.graphql(WHO, {}, person, { authorization: `Bearer ${agent.key}` });
    expect(reply.data).toMatchObject({ viewer: null });
  });

  it('is a stranger again with a cookie that is not good any more, so that the sign-in page works', async () => {
    const reply = await hub.graphql(
      '{ setup { state } viewer { user { id } } }',
      {},
      { ...person, cookie: `${person.cookie.split('=')[0] ?? ''}=stale` },
    );
    expect(reply).toMatchObject({ status: 200, data: { setup: { state: 'READY' }, viewer: null } });
  });

  it.each([
    ['nonsense', 'Bearer nonsense'],
    ['another scheme', 'Basic YWRhOmFkYQ=='],
    ['no key', 'Bearer'],
    ['a key that was never issued', `Bearer mh_agent_${'0'.repeat(32)}_${'a'.repeat(43)}00000000`],
  ])('is refused with %s in the Authorization header', async (_what, authorization) => {
    const reply = await ask({ authorization });
    expect(reply.status).toBe(401);
    expect(codeOf(reply)).toBe('UNAUTHENTICATED');
    expect(reply.headers.get('www-authenticate')).toMatch(/Bearer/);
  });

  describe('is refused from the next call on', () => {
    let agent: TestAgent;
    beforeEach(async () => {
      agent = await hub.createAgent({ owner: person });
      expect((await ask({ authorization: `Bearer ${agent.key}` })).status).toBe(200);
    });
    const next = (): Promise<GraphqlReply> => ask({ authorization: `Bearer ${agent.key}` });

    it('when the key was revoked', async () => {
      await hub.sql('UPDATE api_key SET revoked_at = now() WHERE id = $1', [agent.keyUuid]);
      expect(codeOf(await next())).toBe('UNAUTHENTICATED');
    });

    it('when the key has expired', async () => {
      await hub.sql("UPDATE api_key SET expires_at = now() - interval '1 second' WHERE id = $1", [
        agent.keyUuid,
      ]);
      expect(codeOf(await next())).toBe('UNAUTHENTICATED');
    });

    it('when the agent was paused, and lets it in again when it is resumed', async () => {
      await hub.sql("UPDATE agent SET status = 'paused' WHERE id = $1", [agent.uuid]);
      const refused = await next();
      expect([refused.status, codeOf(refused)]).toEqual([403, 'FORBIDDEN']);
      expect(refused.errors[0]?.message).toMatch(/paused/);
      await hub.sql("UPDATE agent SET status = 'active' WHERE id = $1", [agent.uuid]);
      expect((await next()).status).toBe(200);
    });

    it('when the agent has another owner than the key', async () => {
      const { admin } = await hub.bootstrap();
      await hub.sql('UPDATE agent SET owner_id = $2 WHERE id = $1', [agent.uuid, admin.uuid]);
      expect(codeOf(await next())).toBe('UNAUTHENTICATED');
    });

    it('when its owner no longer belongs to the space it lives in', async () => {
      const leaver = await hub.createUser();
      agent = await hub.createAgent({ owner: leaver });
      expect((await next()).status).toBe(200);
      await hub.sql('DELETE FROM membership WHERE user_id = $1 AND space_id = $2', [
        leaver.uuid,
        agent.spaceUuid,
      ]);
      expect(codeOf(await next())).toBe('FORBIDDEN');
    });

    it('when the person was suspended, with their agents', async () => {
      const suspended = await hub.createUser();
      agent = await hub.createAgent({ owner: suspended });
      expect((await hub.graphql(WHO, {}, suspended)).status).toBe(200);
      await hub.sql("UPDATE app_user SET status = 'suspended' WHERE id = $1", [suspended.uuid]);
      expect(codeOf(await hub.graphql(WHO, {}, suspended))).toBe('UNAUTHENTICATED');
      expect(codeOf(await next())).toBe('UNAUTHENTICATED');
    });

    it('when the session ended: by signing out, by idling, by age', async () => {
      const cases = [
        async (one: TestPerson): Promise<unknown> =>
          hub.must('mutation { signOut { ok userErrors { code } } }', {}, one),
        async (one: TestPerson): Promise<unknown> =>
          hub.sql("UPDATE session_token SET last_seen_at = now() - interval '13 hours' WHERE user_id = $1", [
            one.uuid,
          ]),
        async (one: TestPerson): Promise<unknown> =>
          hub.sql("UPDATE session_token SET expires_at = now() - interval '1 second' WHERE user_id = $1", [
            one.uuid,
          ]),
      ];
      for (const end of cases) {
        const one = await hub.createUser();
        expect((await hub.graphql(WHO, {}, one)).status).toBe(200);
        await end(one);
        expect(codeOf(await hub.graphql(WHO, {}, one))).toBe('UNAUTHENTICATED');
      }
    });
  });

  it('keeps only hashes of what opens a door', async () => {
    const agent = await hub.createAgent({ owner: person });
    const [key] = await hub.sql<{ hash: Buffer; prefix: string }>(
      'SELECT hash, prefix FROM api_key WHERE id = $1',
      [agent.keyUuid],
    );
    expect(key?.hash.equals(hashOfSecret(agent.key))).toBe(true);
    expect(agent.key.startsWith(key?.prefix ?? '-')).toBe(true);
    const stored = JSON.stringify(
      await hub.sql(
        'SELECT (SELECT json_agg(k) FROM api_key k) AS keys, (SELECT json_agg(s) FROM session_token s) AS sessions',
      ),
    );
    expect(stored).not.toContain(agent.key.slice(-20));
    expect(stored).not.toContain(person.cookie.split('=')[1]);
  });

  it('is written down for keys and agents, soon at the first call', async () => {
    const agent = await hub.createAgent({ owner: person });
    await hub.graphql('{ __typename }', {}, agent, { 'user-agent': 'curl/8.0 \t(test)' });
    const used = await untilRow(hub, agent);
    expect(used).toMatchObject({ last_client: 'curl/8.0 (test)' });
    expect(used.first_call_at).toEqual(used.last_call_at);
  });
});

async function untilRow(
  hub: TestApp,
  agent: TestAgent,
): Promise<{ last_client: string; first_call_at: Date; last_call_at: Date }> {
  for (;;) {
    const [row] = await hub.sql<{ last_client: string; first_call_at: Date | null; last_call_at: Date }>(
      'SELECT last_client, first_call_at, last_call_at FROM agent WHERE id = $1',
      [agent.uuid],
    );
    if (row?.first_call_at != null) return { ...row, first_call_at: row.first_call_at };
  }
}
