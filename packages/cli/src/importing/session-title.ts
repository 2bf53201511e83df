import { linesOf } from './lines';
import { parseObject } from './row';

/** Kinds of lines that name a session, the best first, with the field that holds the name. */
const NAMES = [
  ['custom-title', 'customTitle'],
  ['custom-title', 'title'],
  ['agent-name', 'agentName'],
  ['agent-name', 'name'],
  ['summary', 'summary'],
] as const;
const HEAD = 400;

/** What a Claude Code session is called; null when nothing says so. Reads the file once, parsing only lines that may. */
export async function titleOf(file: string): Promise<string | null> {
  const found = new Map<string, string>();
  for await (const { text } of linesOf(file)) {
    if (text === null || !NAMES.some(([type]) => text.slice(0, HEAD).includes(`"${type}"`))) continue;
    const line = parseObject(text);
    for (const [type, field] of NAMES) {
      const title = line?.['type'] === type ? line[field] : undefined;
      const key = `${type} ${field}`;
      if (typeof title === 'string' && title.trim() !== '' && !found.has(key)) found.set(key, title.trim());
    }
  }
  return (
    NAMES.map(([type, field]) => found.get(`${type} ${field}`)).find((title) => title !== undefined) ?? null
  );
}
