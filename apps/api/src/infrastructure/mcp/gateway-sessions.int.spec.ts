import { startTestApp, type TestAgent, type TestApp } from '../../app/test-app.fixture';

const OLD_SESSION = 'e1f0c5a2-0d4b-4a57-9a63-000000000000';

describe('sessions at the MCP door', () => {
  let hub: TestApp;
  let agent: TestAgent;

  beforeAll(async () => {
    hub = await startTestApp();
    agent = await hub.createAgent();
  }, 120_000);
  afterAll(async () => hub?.close());

  function send(body: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return fetch(`${hub.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${agent.key}`,
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }),
    });
  }

  const initialize = {
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'old client', version: '1' },
    },
  };

  it('tells a client that keeps the id of an earlier life that the session is not found', async () => {
    const reply = await send({ method: 'tools/list' }, { 'mcp-session-id': OLD_SESSION });
    expect(reply.status).toBe(404);
    expect(await reply.json()).toMatchObject({ error: { data: { code: 'NOT_FOUND' } } });
  });

  it('lets that client start anew, and gives it no id to keep', async () => {
    const reply = await send(initialize, { 'mcp-session-id': OLD_SESSION });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('mcp-session-id')).toBeNull();
    expect(await reply.text()).toContain('memory-hub');
  });

  it('needs no session at all', async () => {
    const reply = await send({ method: 'tools/list' });
    expect(reply.status).toBe(200);
    expect(await reply.text()).toContain('memory_recall');
  });

  it('says 401, and how to get in, without a key or with a wrong one', async () => {
    for (const authorization of ['', 'Bearer mh_wrong', `Basic ${agent.key}`]) {
      const reply = await send(initialize, { authorization, 'mcp-session-id': OLD_SESSION });
      expect([authorization, reply.status, reply.headers.get('www-authenticate')]).toEqual([
        authorization,
        401,
        expect.stringContaining('Bearer'),
      ]);
    }
  });
});
