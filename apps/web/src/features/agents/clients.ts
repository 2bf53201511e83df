/** Agent programs the hub has a snippet for. The value is stored as the agent's client type. */
export const CLIENTS = ['claude-code', 'codex', 'cursor', 'openclaw', 'generic'] as const;

const NAMES: Record<string, string> = {
  'claude-code': 'Claude Code',
  'claude-ai': 'Claude',
  codex: 'Codex',
  'codex-mcp-client': 'Codex',
  cursor: 'Cursor',
  'cursor-vscode': 'Cursor',
  openclaw: 'OpenClaw',
};

/** The product's own name; null for programs without one here. */
export function clientName(type: string): string | null {
  return NAMES[type.toLowerCase().replaceAll('_', '-')] ?? null;
}

/** What programs are written in or call with, and words for "any": none of them says which program it is. */
const NAMELESS =
  /^(generic|unknown|node|node-?fetch|undici|deno|bun|axios|got|mozilla|okhttp|reqwest|hyper|java|go-http-client|python|python-(requests|httpx|urllib)|aiohttp|httpx|mcp(-?client)?)$/i;
/** `name 1.2.3`, as clients introduce themselves, or `name/1.2.3 (anything)`, as a User-Agent says it. */
const INTRODUCTION = /^(.*?)(?:(?:\/| +)v?(\d[\w.+-]*))?(?: +\(.*)?$/;

/** Name and version of the program that called, in a form for people; null when what it sent does not say who it is. */
export function callerName(said: string | null): string | null {
  const [, name = '', version] = INTRODUCTION.exec((said ?? '').trim()) ?? [];
  const [first = ''] = name.split(/[/ ]/);
  if (name === '' || NAMELESS.test(name) || NAMELESS.test(first)) return null;
  return [clientName(name) ?? name, version].filter(Boolean).join(' ');
}
