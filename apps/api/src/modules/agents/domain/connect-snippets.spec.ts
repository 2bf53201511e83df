import { connectSnippets } from './connect-snippets';

const snippets = connectSnippets('https://hub.example.org');
const codeOf = (client: string): string => snippets.find((one) => one.client === client)?.code ?? '';

describe('connecting a client program', () => {
  it('has a snippet for each, with a place for the key and the address of the hub', () => {
    expect(snippets.map(({ client }) => client)).toEqual([
      'claude-code',
      'codex',
      'cursor',
      'generic',
      'graphql',
    ]);
    for (const { code } of snippets) {
      expect(code.split('<KEY>')).toHaveLength(2);
      expect(code).toContain('https://hub.example.org/');
    }
  });

  it.each(['cursor', 'generic'])('gives %s valid JSON', (client) => {
    const config = JSON.parse(codeOf(client)) as {
      mcpServers: Record<string, { url: string; headers: Record<string, string> }>;
    };
    expect(config.mcpServers['memory-hub']).toMatchObject({
      url: 'https://hub.example.org/mcp',
      headers: { Authorization: 'Bearer <KEY>' },
    });
  });

  it('keeps the key of command lines in the environment', () => {
    expect(codeOf('claude-code')).toContain('--header "Authorization: Bearer $MEMHUB_API_KEY"');
    expect(codeOf('codex')).toContain('bearer_token_env_var = "MEMHUB_API_KEY"');
  });

  it('gives curl a body that is valid JSON', () => {
    const body = / -d '(.*)'$/.exec(codeOf('graphql'))?.[1] ?? '';
    expect(JSON.parse(body)).toMatchObject({ query: expect.stringContaining('recall(text: $text)') });
  });
});
