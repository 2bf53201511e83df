import { cutAtGrapheme, LIMITS } from '@memory-hub/contracts';
import { finding, type Finding } from '../finding';
import type { SkillFile } from './skill-file';

/** Common to all file systems people unpack onto. */
const NAME_BYTES = 255;
const PATH_BYTES = 1_024;
const MAX_DEPTH = 32;

const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;
/** Controls, characters that Windows refuses, and those that hide or turn text. */
const UNSAFE_CHARACTER =
  /[\p{Cc}<>:"|?*\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;

/** Checks every path before anything is written or read by name. No finding means that all are safe. */
export function checkPaths(files: readonly SkillFile[]): Finding[] {
  return [...files.flatMap(checkFile), ...checkCollisions(files)];
}

/** Number of files and bytes of a skill. */
export function checkSize(files: readonly SkillFile[]): Finding[] {
  const bytes = files.reduce((sum, file) => sum + file.bytes.byteLength, 0);
  const findings: Finding[] = [];
  if (files.length > LIMITS.skillFiles) {
    const message = `A skill has at most ${LIMITS.skillFiles} files; this one has ${files.length}.`;
    findings.push(finding({ rule: 'too-many-files', severity: 'error', message }));
  }
  if (bytes > LIMITS.skillBytes) {
    const message = `A skill has at most ${LIMITS.skillBytes} bytes; this one has ${bytes}.`;
    findings.push(finding({ rule: 'too-large', severity: 'error', message }));
  }
  return findings;
}

function checkFile(file: SkillFile): Finding[] {
  const fault = entryFault(file) ?? pathFault(file.path);
  return fault === null ? [] : [unsafe(file.path, fault)];
}

function unsafe(path: string, fault: string): Finding {
  return finding({
    rule: 'unsafe-path',
    severity: 'error',
    path,
    message: `The entry ${show(path)} ${fault}`,
  });
}

function entryFault({ entry }: SkillFile): string | null {
  if (entry === 'symlink') return 'is a symbolic link. Put the file itself there.';
  if (entry === 'device') return 'is a device. A skill holds plain files only.';
  return null;
}

function pathFault(path: string): string | null {
  if (/[\ud800-\udfff]/u.test(path)) return 'has a broken character in its name.';
  if (path.includes('\\')) return 'has a backslash. Use "/" between folders.';
  if (path.startsWith('/')) return 'is absolute. Use a path from the folder of the skill.';
  if (/^[a-z]:/i.test(path)) return 'starts with a drive letter. Use a path from the folder of the skill.';
  if (byteLength(path) > PATH_BYTES) return `is longer than ${PATH_BYTES} bytes.`;
  // Some programs fold wide characters when they unpack, so the folded path must be safe as well.
  return namesFault(path.split('/')) ?? foldedFault(path);
}

function foldedFault(path: string): string | null {
  const folded = path.normalize('NFKC');
  const names = folded.split(/[/\\]/);
  return names.includes('..') || folded.startsWith('/')
    ? 'has look-alike characters that lead out of the folder.'
    : null;
}

function namesFault(names: readonly string[]): string | null {
  if (names.length > MAX_DEPTH) return `is more than ${MAX_DEPTH} folders deep.`;
  for (const name of names) {
    const fault = nameFault(name);
    if (fault !== null) return fault;
  }
  return null;
}

function nameFault(name: string): string | null {
  if (name === '..' || name === '.') return `has "${name}" in it, which leads to another folder.`;
  if (name === '') return 'has an empty name in it.';
  if (byteLength(name) > NAME_BYTES) return `has a name longer than ${NAME_BYTES} bytes.`;
  if (UNSAFE_CHARACTER.test(name))
    return 'has a character that is invisible or that not every system can store.';
  if (/[. ]$/.test(name) || name.startsWith(' '))
    return 'has a name that starts or ends with a space, or ends with a dot.';
  if (WINDOWS_DEVICE.test(name)) return 'has a name that is a device on Windows.';
  return null;
}

/** Two paths that one file system keeps apart and another one does not; and a file that is also a folder. */
function checkCollisions(files: readonly SkillFile[]): Finding[] {
  const firstByKey = new Map<string, string>();
  const folders = new Map<string, string>();
  for (const { path } of files) {
    for (const folder of foldersOf(path))
      if (!folders.has(sameKey(folder))) folders.set(sameKey(folder), path);
  }
  return files.flatMap(({ path }) => {
    const key = sameKey(path);
    const first = firstByKey.get(key);
    if (first !== undefined)
      return [collision(path, `is the same file as ${show(first)} where case does not matter.`)];
    firstByKey.set(key, path);
    const inside = folders.get(key);
    return inside === undefined ? [] : [collision(path, `is a file, and the folder of ${show(inside)}.`)];
  });
}

function collision(path: string, fault: string): Finding {
  return finding({
    rule: 'duplicate-path',
    severity: 'error',
    path,
    message: `The entry ${show(path)} ${fault}`,
  });
}

function foldersOf(path: string): string[] {
  const names = path.split('/');
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join('/'));
}

/** Case and composition folded. Upper case first, so that ß and ss, ſ and s meet as they do on disk. */
function sameKey(path: string): string {
  return path.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}

function byteLength(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}

/** A path for a message: quoted, with controls and invisible characters spelled out. */
function show(path: string): string {
  const visible = path.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu,
    (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );
  return `"${visible.length > 200 ? `${cutAtGrapheme(visible, 200)}…` : visible}"`;
}
