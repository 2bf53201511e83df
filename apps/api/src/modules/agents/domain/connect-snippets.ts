/** How one client program is told about the hub. `<KEY>` stands for the agent's key. */
export interface ConnectSnippet {
  readonly client: string;
  readonly label: string;
  /** Language of the code, for its colours. */
  readonly language: string;
  readonly code: string;
  /** The file it belongs into; null when it is a command. */
  readonly file: string | null;
}

const KEY = '<KEY>';

/** Exact configuration for each client, ready to paste. @param hub address of the hub without a slash at its end */
export function connectSnippets(hub: string): ConnectSnippet[] {
  const mcp = `${hub}/mcp`;
  return [
    { client: 'claude-code', label: 'Claude Code', language: 'sh', code: claudeCode(mcp), file: null },
    { client: 'codex', label: 'Codex', language: 'toml', code: codex(mcp), file: '~/.codex/config.toml' },
    {
      client: 'cursor',
      label: 'Cursor',
      language: 'json',
      code: mcpServers({ url: mcp, headers: BEARER }),
      file: '~/.cursor/mcp.json',
    },
    {
      client: 'generic',
      label: 'MCP',
      language: 'json',
      code: mcpServers({ type: 'http', url: mcp, headers: BEARER }),
      file: 'mcp.json',
    },
    { client: 'graphql', label: 'GraphQL', language: 'sh', code: curl(`${hub}/graphql`), file: null },
  ];
}

const BEARER = { Authorization: `Bearer ${KEY}` } as const;

function claudeCode(mcp: string): string {
  return [
    `export MEMHUB_API_KEY=${KEY}`,
    `claude mcp add --transport http --scope user memory-hub ${mcp} \\`,
    '  --header "Authorization: Bearer $MEMHUB_API_KEY"',
  ].join('\n');
}

function codex(mcp: string): string {
  return [
    '# The key itself stays in the environment:',
    `#   export MEMHUB_API_KEY=${KEY}`,
    '[mcp_servers.memory-hub]',
    `url = ${JSON.stringify(mcp)}`,
    'bearer_token_env_var = "MEMHUB_API_KEY"',
  ].join('\n');
}

function mcpServers(server: object): string {
  return JSON.stringify({ mcpServers: { 'memory-hub': server } }, null, 2);
}

function curl(url: string): string {
  const body = JSON.stringify({
    query: 'query ($text: String!) { recall(text: $text) { stable dynamic } }',
    variables: { text: 'What should I know?' },
  });
  return [
    `curl -s ${url} \\`,
    `  -H "Authorization: Bearer ${KEY}" \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d '${body}'`,
  ].join('\n');
}
