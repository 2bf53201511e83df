import { finding, type Finding } from '../finding';
import type { SkillFile } from './skill-file';

const SKILL_FILE = 'SKILL.md';
const MAX_DEPTH = 2;
/** What operating systems and version control leave beside the files people mean. */
const LEFTOVERS =
  /(?:^|\/)(?:__MACOSX|\.git|\.svn|\.hg)\/|(?:^|\/)(?:\.DS_Store|\._[^/]*|Thumbs\.db|ehthumbs\.db|desktop\.ini)$/i;

/** Whether the path is a leftover of a system, which no skill means to hold. */
export function isLeftover(path: string): boolean {
  return LEFTOVERS.test(path);
}

export type SkillRoot =
  | {
      readonly found: true;
      /** Folder of SKILL.md with a closing slash, or empty for the top. */ readonly root: string;
    }
  | { readonly found: false; readonly finding: Finding };

/**
 * Finds the folder of the skill: the one SKILL.md at the top or up to two folders deep, leftovers aside. A
 * SKILL.md below that folder is a file like any other. Two folders beside each other are two skills: refused, with
 * their names.
 */
export function locateSkillRoot(files: readonly Pick<SkillFile, 'path'>[]): SkillRoot {
  const paths = files.map(({ path }) => path).filter((path) => !isLeftover(path));
  const folders = paths.filter((path) => nameOf(path) === SKILL_FILE).map(folderOf);
  const outermost = folders.filter(
    (folder) => !folders.some((other) => other !== folder && folder.startsWith(other)),
  );
  const [root, second] = new Set(outermost);
  if (root === undefined) return missing(paths);
  if (second !== undefined) return several(outermost);
  return depthOf(root) > MAX_DEPTH ? tooDeep(root) : { found: true, root };
}

function missing(paths: readonly string[]): SkillRoot {
  const misspelt = paths.find((path) => nameOf(path).toLowerCase() === SKILL_FILE.toLowerCase());
  if (misspelt === undefined) {
    return refused(
      'skill-file-missing',
      null,
      'There is no SKILL.md: not at the top, nor one or two folders deep.',
    );
  }
  return refused('skill-file-missing', misspelt, `"${misspelt}" must be called "SKILL.md", in capitals.`);
}

function several(folders: readonly string[]): SkillRoot {
  const names = folders.slice(0, 5).map((folder) => `"${folder}"`);
  const more = folders.length > names.length ? ` and ${folders.length - names.length} more` : '';
  return refused(
    'several-skills',
    null,
    `There are several skills: ${names.join(', ')}${more}. Import one folder at a time.`,
  );
}

function tooDeep(root: string): SkillRoot {
  return refused(
    'skill-file-missing',
    `${root}${SKILL_FILE}`,
    `SKILL.md is more than ${MAX_DEPTH} folders deep. Import "${root}" itself.`,
  );
}

function refused(rule: string, path: string | null, message: string): SkillRoot {
  return { found: false, finding: finding({ rule, severity: 'error', path, message }) };
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function depthOf(folder: string): number {
  return folder.split('/').length - 1;
}
