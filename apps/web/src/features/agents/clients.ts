/** Agent programs the hub has a snippet for. The value is stored as the agent's client type. */
export const CLIENTS = ['claude-code', 'codex', 'cursor', 'openclaw', 'generic'] as const;

const NAMES: Record<string, string> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  cursor: 'Cursor',
  openclaw: 'OpenClaw',
};

/** The product's own name; null for programs without one here. */
export function clientName(type: string): string | null {
  return NAMES[type.toLowerCase().replaceAll('_', '-')] ?? null;
}
