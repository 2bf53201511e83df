export interface SkillFile {
  path: string;
  bytes: number;
  /** The words, or null for a file that is not text; then `base64` has it. */
  text: string | null;
  base64: string | null;
}

const ROOT_FILE = 'SKILL.md';

/** Reads chosen or dropped files. A folder's own name is left out of the paths, so SKILL.md stands at the top. */
export async function readFiles(files: readonly File[]): Promise<SkillFile[]> {
  const named = files.map((file) => ({ file, path: file.webkitRelativePath || file.name }));
  const folder = commonFolder(named.map(({ path }) => path));
  const read = await Promise.all(
    named
      .map(({ file, path }) => ({ file, path: path.slice(folder.length) }))
      .filter(({ path }) => !isHidden(path))
      .map(async ({ file, path }) => toSkillFile(path, new Uint8Array(await file.arrayBuffer()))),
  );
  return sortFiles(read);
}

/** One file from its bytes: text when they are valid UTF-8 without a zero byte. */
export function toSkillFile(path: string, content: Uint8Array): SkillFile {
  const bytes = content.byteLength;
  if (!content.includes(0)) {
    try {
      return {
        path,
        bytes,
        text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content),
        base64: null,
      };
    } catch {
      // not UTF-8: it travels as bytes
    }
  }
  return { path, bytes, text: null, base64: toBase64(content) };
}

const CHUNK = 0x8000;

function toBase64(content: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < content.length; at += CHUNK) {
    binary += String.fromCharCode(...content.subarray(at, at + CHUNK));
  }
  return btoa(binary);
}

/** The folder that all paths share, with its slash; empty for a single file or several folders. */
export function commonFolder(paths: readonly string[]): string {
  const first = paths[0]?.split('/')[0];
  if (first === undefined || !paths.every((path) => path.startsWith(`${first}/`))) return '';
  return `${first}/`;
}

function isHidden(path: string): boolean {
  return path.split('/').some((part) => part === '.DS_Store' || part === '.git' || part === '__MACOSX');
}

export function sortFiles(files: readonly SkillFile[]): SkillFile[] {
  return [...files].sort(
    (a, b) => Number(b.path === ROOT_FILE) - Number(a.path === ROOT_FILE) || (a.path < b.path ? -1 : 1),
  );
}

export interface FrontMatter {
  name: string | null;
  description: string | null;
}

/**
 * The name and description of a SKILL.md, to fill in the form. A reading aid: the hub parses and checks the file
 * itself.
 */
export function frontMatterOf(files: readonly SkillFile[]): FrontMatter | null {
  const text = files.find(({ path }) => path === ROOT_FILE)?.text;
  const block = text == null ? undefined : /^---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1];
  if (block === undefined) return null;
  const value = (key: string) => {
    const line = new RegExp(`^${key}:[ \\t]*(.*)$`, 'm').exec(block)?.[1]?.trim() ?? '';
    return line === '' ? null : line.replace(/^(['"])(.*)\1$/, '$2');
  };
  return { name: value('name'), description: value('description') };
}

export function toInputs(files: readonly SkillFile[]) {
  return files.map(({ path, text, base64 }) => ({ path, ...(text === null ? { base64 } : { text }) }));
}
