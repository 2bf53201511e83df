import { createHash } from 'node:crypto';
import { DomainError, invalidInput } from './errors';

/*
 * A revision is a tree of files, kept as a Merkle tree.
 *
 * A blob's digest is the SHA-256 of its bytes, so `sha256sum` of an exported file gives the same. A tree is one
 * folder; its canonical bytes are the line `memory-hub tree 1`, then for each entry, in the order of the UTF-8
 * bytes of the names:
 *
 *   "blob" or "tree", space, digest in lower-case hex, tab, name in UTF-8, NUL
 *
 * A name holds no NUL, so no two folders share canonical bytes. The kind of an entry stands beside its digest, so
 * a file whose content looks like a tree is never taken for one. Nothing else (time, mode, order of upload) is
 * part of a digest.
 */
const TREE_HEADER = 'memory-hub tree 1\n';
const DIGEST = /^[0-9a-f]{64}$/;
const MAX_DEPTH = 64;

export interface MerkleFile {
  /** Relative path with `/` between names, without `.` and `..`. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface TreeEntry {
  readonly name: string;
  readonly kind: 'blob' | 'tree';
  readonly digest: string;
  /** Bytes of the blob, or of all blobs below the tree. Not part of the digest. */
  readonly size: number;
}

/** A root and the folders below it, by digest. */
export interface MerkleTree {
  readonly root: string;
  readonly trees: ReadonlyMap<string, readonly TreeEntry[]>;
}

export interface BuiltTree extends MerkleTree {
  readonly blobs: ReadonlyMap<string, Uint8Array>;
}

export interface FlatFile {
  readonly path: string;
  readonly digest: string;
  readonly size: number;
}

export interface PathChange {
  readonly path: string;
  readonly change: 'added' | 'removed' | 'changed';
  /** Digest before, null when added. */
  readonly before: string | null;
  /** Digest after, null when removed. */
  readonly after: string | null;
}

/** SHA-256 in lower-case hex. A string is taken as UTF-8. */
export function digestOf(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}

/** The bytes whose digest names the folder. Does not depend on the order of the entries given. */
export function treeBytes(entries: readonly TreeEntry[]): Uint8Array {
  const lines = inNameOrder(entries).map(({ kind, digest, name }) => `${kind} ${digest}\t${name}\0`);
  return Buffer.from(TREE_HEADER + lines.join(''), 'utf8');
}

/**
 * Builds the tree of these files; no file gives the empty root. Throws `VALIDATION_FAILED` with the position of
 * the file whose path is not a relative one, is there twice, or is a file and a folder at once.
 */
export function buildTree(files: readonly MerkleFile[]): BuiltTree {
  const top = new Map<string, Node>();
  files.forEach((file, position) => {
    place(top, file, position);
  });
  const trees = new Map<string, readonly TreeEntry[]>();
  const root = seal(top, trees).digest;
  const blobs = new Map(files.map((file) => [digestOf(file.bytes), file.bytes]));
  return { root, trees, blobs };
}

/**
 * All files of a tree in path order. Throws `INTERNAL` when a folder is missing or nested too deep, for then the
 * store is damaged.
 */
export function flattenTree(tree: MerkleTree): FlatFile[] {
  return filesBelow(tree, { digest: tree.root, prefix: '', depth: 0 });
}

/**
 * What changed between two trees, in path order; a base of null has no files. Folders with equal digests are
 * not entered.
 */
export function diffTrees(before: MerkleTree | null, after: MerkleTree | null): PathChange[] {
  if (before?.root === after?.root) return [];
  const trees = new Map([...(before?.trees ?? []), ...(after?.trees ?? [])]);
  const changes = diffFolders(trees, {
    before: before?.root ?? null,
    after: after?.root ?? null,
    prefix: '',
    depth: 0,
  });
  return changes.sort((left, right) => compareNames(left.path, right.path));
}

/** Whether every folder below the root is there and is what its digest says. Blobs are not looked at. */
export function isIntactTree(tree: MerkleTree): boolean {
  const open = [tree.root];
  const seen = new Set<string>();
  for (let digest = open.pop(); digest !== undefined; digest = open.pop()) {
    if (seen.has(digest)) continue;
    seen.add(digest);
    const entries = tree.trees.get(digest);
    if (entries === undefined || digestOf(treeBytes(entries)) !== digest) return false;
    open.push(...entries.filter(({ kind }) => kind === 'tree').map((entry) => entry.digest));
  }
  return true;
}

type Folder = Map<string, Node>;
type Node =
  { readonly kind: 'blob'; readonly bytes: Uint8Array } | { readonly kind: 'tree'; readonly folder: Folder };

function place(top: Folder, file: MerkleFile, position: number): void {
  const names = namesOf(file.path, position);
  const leaf = names.pop() ?? '';
  let folder = top;
  for (const name of names) {
    const known = folder.get(name);
    if (known?.kind === 'blob') throw pathError(position, 'is below a path that is a file.');
    const next: Folder = known?.folder ?? new Map<string, Node>();
    folder.set(name, { kind: 'tree', folder: next });
    folder = next;
  }
  if (folder.has(leaf)) throw pathError(position, 'is there twice, or is a file and a folder at once.');
  folder.set(leaf, { kind: 'blob', bytes: file.bytes });
}

function namesOf(path: string, position: number): string[] {
  const names = path.split('/');
  if (names.some((name) => name === '' || name === '.' || name === '..')) {
    throw pathError(position, 'must be relative, without empty names, "." and "..".');
  }
  if (/[\0\ud800-\udfff]/u.test(path)) throw pathError(position, 'holds a character that no name can hold.');
  if (names.length > MAX_DEPTH) throw pathError(position, `has more than ${MAX_DEPTH} levels.`);
  return names;
}

function pathError(position: number, fault: string): DomainError {
  return invalidInput(['files', position, 'path'], `The path ${fault}`);
}

function seal(folder: Folder, trees: Map<string, readonly TreeEntry[]>): { digest: string; size: number } {
  const entries = [...folder].map(([name, node]): TreeEntry => {
    if (node.kind === 'blob') {
      return { name, kind: 'blob', digest: digestOf(node.bytes), size: node.bytes.byteLength };
    }
    return { name, kind: 'tree', ...seal(node.folder, trees) };
  });
  const sorted = inNameOrder(entries);
  const digest = digestOf(treeBytes(sorted));
  trees.set(digest, sorted);
  return { digest, size: sorted.reduce((sum, { size }) => sum + size, 0) };
}

function inNameOrder(entries: readonly TreeEntry[]): TreeEntry[] {
  return [...entries].sort((left, right) => compareNames(left.name, right.name));
}

/** Order of the UTF-8 bytes, which differs from JavaScript's where characters beyond U+FFFF are involved. */
function compareNames(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left, 'utf8'), Buffer.from(right, 'utf8'));
}

interface Position {
  readonly digest: string;
  readonly prefix: string;
  readonly depth: number;
}

function filesBelow(tree: MerkleTree, { digest, prefix, depth }: Position): FlatFile[] {
  return folderAt(tree.trees, digest, depth).flatMap((entry) => {
    const path = prefix + entry.name;
    if (entry.kind === 'blob') return [{ path, digest: entry.digest, size: entry.size }];
    return filesBelow(tree, { digest: entry.digest, prefix: `${path}/`, depth: depth + 1 });
  });
}

function folderAt(
  trees: ReadonlyMap<string, readonly TreeEntry[]>,
  digest: string,
  depth: number,
): readonly TreeEntry[] {
  const entries = trees.get(digest);
  if (entries !== undefined && depth <= MAX_DEPTH) return entries;
  const fault =
    DIGEST.test(digest) && entries === undefined ? `The folder ${digest} is missing` : 'A folder is damaged';
  throw new DomainError('INTERNAL', `${fault} in the stored revision.`);
}

interface Pair {
  readonly before: string | null;
  readonly after: string | null;
  readonly prefix: string;
  readonly depth: number;
}

function diffFolders(trees: ReadonlyMap<string, readonly TreeEntry[]>, pair: Pair): PathChange[] {
  if (pair.before === pair.after) return [];
  const before = entriesByName(trees, pair.before, pair.depth);
  const after = entriesByName(trees, pair.after, pair.depth);
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].flatMap((name) => {
    const [old, now] = [before.get(name), after.get(name)];
    const path = pair.prefix + name;
    const folders = diffFolders(trees, {
      before: old?.kind === 'tree' ? old.digest : null,
      after: now?.kind === 'tree' ? now.digest : null,
      prefix: `${path}/`,
      depth: pair.depth + 1,
    });
    return [...fileChange(path, old, now), ...folders];
  });
}

function entriesByName(
  trees: ReadonlyMap<string, readonly TreeEntry[]>,
  digest: string | null,
  depth: number,
): ReadonlyMap<string, TreeEntry> {
  if (digest === null) return new Map();
  return new Map(folderAt(trees, digest, depth).map((entry) => [entry.name, entry]));
}

function fileChange(path: string, old: TreeEntry | undefined, now: TreeEntry | undefined): PathChange[] {
  const before = old?.kind === 'blob' ? old.digest : null;
  const after = now?.kind === 'blob' ? now.digest : null;
  if (before === after) return [];
  const change = before === null ? 'added' : after === null ? 'removed' : 'changed';
  return [{ path, change, before, after }];
}
