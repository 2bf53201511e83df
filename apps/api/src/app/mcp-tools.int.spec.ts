import { ToolRegistry } from '../infrastructure/mcp';
import { startTestApp, type TestApp } from './test-app.fixture';

describe('the MCP tools', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp();
  }, 120_000);

  afterAll(async () => {
    await app?.close();
  });

  it('are what is committed; agents in the field rely on them', () => {
    const tools = app.app
      .get(ToolRegistry)
      .all()
      .map(({ tool, inputSchema, outputSchema, requirement }) => ({
        ...tool.definition,
        input: inputSchema,
        output: outputSchema,
        requirement,
      }));
    expect(tools).toMatchSnapshot();
  });
});
