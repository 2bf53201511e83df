import type { AssetFile, StoredFile } from './asset-kind';

export interface Trees {
  /** What the change was based on. */
  readonly base: readonly StoredFile[];
  /** What is live now. */
  readonly live: readonly StoredFile[];
  /** The changed files. */
  readonly mine: readonly StoredFile[];
}

export type Rebased = { readonly files: readonly AssetFile[] } | { readonly conflicts: readonly string[] };

/** Puts a change onto what is live now. Files that only one side changed follow that side; both sides is a conflict. */
export function rebase({ base, live, mine }: Trees): Rebased {
  const [from, now, own] = [byPath(base), byPath(live), byPath(mine)];
  const files: AssetFile[] = [];
  const conflicts: string[] = [];
  for (const path of [...new Set([...from.keys(), ...now.keys(), ...own.keys()])].sort()) {
    const [before, theirs, ours] = [from.get(path), now.get(path), own.get(path)];
    const theyChanged = before?.digest !== theirs?.digest;
    const weChanged = before?.digest !== ours?.digest;
    if (theyChanged && weChanged && theirs?.digest !== ours?.digest) conflicts.push(path);
    const kept = weChanged ? ours : theirs;
    if (kept !== undefined) files.push({ path, bytes: kept.bytes });
  }
  return conflicts.length > 0 ? { conflicts } : { files };
}

function byPath(files: readonly StoredFile[]): ReadonlyMap<string, StoredFile> {
  return new Map(files.map((file) => [file.path, file]));
}
