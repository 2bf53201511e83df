import { McpTestClient, until } from '@memory-hub/testing';
import { startTestApp } from '../../app/test-app.fixture';
import { Tasks } from '../queue';

describe('the MCP door of a hub that ends', () => {
  it('answers a call that waits for a task at once, and the hub does not wait for it', async () => {
    const hub = await startTestApp({ roles: 'api,mcp' });
    const agent = await hub.createAgent();
    const mcp = await McpTestClient.connect(hub.url, agent.key);
    const { taskId } = await mcp.must('memory_add', {
      content: 'Nobody works on this: the hub has no worker.',
    });
    const look = jest.spyOn(hub.app.get(Tasks), 'find');

    const answer = mcp.must('memory_task_wait', { taskId, timeout: 300 });
    await until(async () => look.mock.calls.length > 1, { what: 'a call that waits' });
    const closed = hub.close();

    expect(await answer).toMatchObject({ taskId, state: 'pending' });
    await closed;
    await mcp.close();
  });
});
