import fs from 'node:fs/promises';
import path from 'node:path';
import { DomainError, invalidInput } from '@memory-hub/contracts';

/** Folders that lie beside a Claude Code session and hold no sessions. */
const SIDE_FOLDERS = new Set(['subagents', 'tool-results', 'workflows', 'node_modules', '.git']);

/** Files to read below a path, in a fixed order: the file itself, or every `.jsonl` of a folder. */
export async function sourceFiles(given: string): Promise<string[]> {
  const stat = await fs.stat(given).catch((error: unknown) => {
    throw new DomainError('NOT_FOUND', `Cannot read ${given}.`, {
      hint: 'Check the path and its permissions.',
      cause: error,
    });
  });
  if (stat.isFile()) return [given];
  if (!stat.isDirectory()) throw invalidInput(['path'], `${given} is neither a file nor a folder.`);
  const files = await below(given);
  if (files.length === 0)
    throw new DomainError('NOT_FOUND', `There is no .jsonl file in ${given}.`, {
      hint: 'Claude Code keeps its sessions in ~/.claude/projects.',
    });
  return files;
}

/** A folder with the name of a session's file holds what belongs to that session, not sessions. */
async function below(folder: string): Promise<string[]> {
  const entries = (await fs.readdir(folder, { withFileTypes: true })).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  const names = new Set(entries.map(({ name }) => name));
  const files: string[] = [];
  for (const entry of entries) {
    const place = path.join(folder, entry.name);
    if (entry.isFile() && entry.name.endsWith('.jsonl')) files.push(place);
    if (entry.isDirectory() && !SIDE_FOLDERS.has(entry.name) && !names.has(`${entry.name}.jsonl`))
      files.push(...(await below(place)));
  }
  return files;
}
