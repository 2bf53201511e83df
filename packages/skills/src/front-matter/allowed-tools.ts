/** Splits `Bash(git add:*), Read Grep` at commas and spaces outside brackets. */
export function splitTools(text: string): string[] {
  const tools: string[] = [];
  let current = '';
  let depth = 0;
  for (const char of text) {
    if (char === '(') depth += 1;
    if (char === ')') depth = Math.max(0, depth - 1);
    if (depth === 0 && /[\s,]/.test(char)) {
      tools.push(current);
      current = '';
    } else current += char;
  }
  return [...tools, current].filter((tool) => tool !== '');
}

/** Whether a grant lets every command through. */
export function isUnrestricted(tool: string): boolean {
  return tool === '*' || /^(?:Bash|Shell|Terminal|Execute|PowerShell)(?:\(\s*\*?(?::\*)?\s*\))?$/i.test(tool);
}

/**
 * Tools that the new list grants and the published one does not. `Bash` covers each `Bash(…)`, and `Bash(git:*)`
 * covers `Bash(git add:*)`.
 */
export function widenedTools(published: readonly string[], proposed: readonly string[]): string[] {
  return proposed.filter((tool) => !published.some((granted) => covers(granted, tool)));
}

function covers(granted: string, tool: string): boolean {
  if (granted === '*' || granted === tool) return true;
  const [wide, narrow] = [parts(granted), parts(tool)];
  if (wide.name !== narrow.name) return false;
  if (wide.scope === null || wide.scope === '*') return true;
  if (narrow.scope === null || !wide.scope.endsWith('*')) return false;
  const prefix = wide.scope.replace(/:?\*$/, '');
  return (
    narrow.scope === prefix ||
    narrow.scope.startsWith(wide.scope.endsWith(':*') ? `${prefix} ` : prefix) ||
    narrow.scope === `${prefix}:*`
  );
}

function parts(tool: string): { name: string; scope: string | null } {
  const match = /^([^()]+)\((.*)\)$/.exec(tool);
  return { name: match?.[1] ?? tool, scope: match?.[2] ?? null };
}
