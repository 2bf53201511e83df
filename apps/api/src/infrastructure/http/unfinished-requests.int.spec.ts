import { connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { until } from '@memory-hub/testing';
import { startTestApp, type FirstPeople, type TestApp } from '../../app/test-app.fixture';
import { endSlowBodies } from './slow-bodies';

/** A request whose body never comes whole. */
function begin(url: string, path: string): { socket: Socket; said: () => string } {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  let said = '';
  socket.on('error', () => undefined); // the hub may hang up
  socket.on('data', (bytes: Buffer) => (said += bytes.toString('utf8')));
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nx-memhub-csrf: 1\r\nContent-Length: 1000\r\n\r\n{`,
  );
  return { socket, said: () => said };
}

describe('unfinished requests', () => {
  let hub: TestApp;
  let first: FirstPeople;
  const open: Socket[] = [];
  beforeAll(async () => {
    hub = await startTestApp();
    first = await hub.bootstrap();
  });
  afterEach(() => open.splice(0).forEach((socket) => socket.destroy()));
  afterAll(() => hub.close());

  it('of strangers leave the hub to those who are known', async () => {
    const agent = await hub.createAgent();
    const begun = Array.from({ length: 300 }, () => begin(hub.url, '/graphql'));
    open.push(...begun.map(({ socket }) => socket));
    await until(async () => begun.some(({ said }) => said().startsWith('HTTP/1.1 429')), {
      what: 'the first stranger too many',
    });
    for (const as of [first.admin, agent])
      expect((await hub.graphql('{ viewer { csrfToken } }', {}, as)).status).toBe(200);
    open.splice(0).forEach((socket) => socket.destroy());
    await until(async () => (await hub.graphql('{ setup { state } }')).status === 200, {
      what: 'a stranger after they are gone',
    });
  });

  it('that come by the drop are ended, and those that flow are not', async () => {
    const server: FastifyInstance = Fastify();
    endSlowBodies(server, { everyMs: 200 });
    server.post('/slow', async () => ({ whole: true }));
    const url = await server.listen({ host: '127.0.0.1', port: 0 });
    const { socket, said } = begin(url, '/slow');
    open.push(socket);
    await until(async () => socket.closed, { what: 'the end of the slow one' });
    expect(said()).toMatch(/^HTTP\/1.1 408 [^]*"code":"UNAVAILABLE"/);
    const answer = await fetch(`${url}/slow`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(await answer.json()).toEqual({ whole: true });
    await server.close();
  });
});

describe('calls that wait', () => {
  let hub: TestApp;
  beforeAll(async () => {
    hub = await startTestApp();
  });
  afterAll(() => hub.close());

  it('have a limit of their own, and take no place from other calls of the key', async () => {
    const agent = await hub.createAgent();
    const ctx = await hub.contextOf(agent);
    const [task] = await hub.sql<{ id: string }>(
      `INSERT INTO task (id, org_id, acl_id, kind, state, created_at)
       VALUES (gen_random_uuid(), $1, $2, 'extraction', 'queued', now()) RETURNING id`,
      [ctx.orgId, ctx.classes[0]],
    );
    const call = async (name: string, args: object): Promise<string> => {
      const answer = await fetch(`${hub.url}/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${agent.key}`,
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name, arguments: args },
        }),
      });
      return answer.text();
    };
    const taskId = `task_${(task?.id ?? '').replaceAll('-', '')}`;
    const waiting = Array.from({ length: 40 }, () => call('memory_task_wait', { taskId, timeout: 60 }));
    const refused = await Promise.race(waiting);
    expect(refused).toContain('RATE_LIMITED');
    expect(await call('memory_search', { search: 'tea' })).toContain('Nothing is remembered');
    await hub.sql("UPDATE task SET state = 'done', finished_at = now()");
    const answers = await Promise.all(waiting);
    expect(answers.filter((text) => text.includes('is done'))).toHaveLength(16);
    expect(answers.filter((text) => text.includes('RATE_LIMITED'))).toHaveLength(24);
  });
});
