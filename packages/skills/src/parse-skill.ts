import { cutAtGrapheme } from '@memory-hub/contracts';
import { finding, hasErrors, type Finding } from './finding';
import { checkPaths, checkSize } from './folder/paths';
import { isLeftover, locateSkillRoot } from './folder/root';
import type { SkillFile } from './folder/skill-file';
import { readFields, type SkillFields } from './front-matter/fields';
import { splitFrontMatter } from './front-matter/split';
import { isFindings, readYamlMap } from './front-matter/yaml';
import { checkLinks } from './markdown/links';
import { decodeText, type Decoded } from './reading/decode';
import { LineIndex } from './reading/lines';
import { estimateTokens } from './tokens';

const SKILL_FILE = 'SKILL.md';
const ADVISED_LINES = 500;
const ADVISED_TOKENS = 5_000;

/** A valid skill. */
export interface Skill extends SkillFields {
  /** The text below the front matter. */
  readonly body: string;
  /** Line (from 1) of SKILL.md at which the body starts. */
  readonly bodyLine: number;
  /** The files with paths from the skill's folder, in path order, without leftovers of operating systems. */
  readonly files: readonly SkillFile[];
}

export interface ParseOptions {
  /** Name of the folder that `files` are in, where it is known: the skill must be called the same. */
  readonly folderName?: string;
}

export type ParsedSkill =
  | { readonly ok: true; readonly skill: Skill; readonly findings: readonly Finding[] }
  | { readonly ok: false; readonly findings: readonly Finding[] };

/**
 * Reads a skill in the open Agent Skills format and checks its form: paths, sizes, front matter, links. Nothing in
 * it is run. Findings name paths as they were given, so that they are found in the archive.
 */
export function parseSkill(given: readonly SkillFile[], options: ParseOptions = {}): ParsedSkill {
  const unsafe = checkPaths(given);
  if (unsafe.length > 0) return { ok: false, findings: unsafe };
  const located = locateSkillRoot(given);
  if (!located.found) return { ok: false, findings: [located.finding] };

  const { root } = located;
  const files = filesBelow(root, given);
  const { skill, findings } = readSkill(files);
  const nameFindings = skill === null ? [] : checkFolderName(skill.name, root, options);
  const all = [
    ...checkSize(files),
    ...outside(root, given),
    ...[...findings, ...nameFindings].map((one) => below(root, one)),
  ];
  return skill === null || hasErrors(all) ? { ok: false, findings: all } : { ok: true, skill, findings: all };
}

function filesBelow(root: string, given: readonly SkillFile[]): SkillFile[] {
  return given
    .filter(({ path }) => path.startsWith(root) && !isLeftover(path))
    .map((file) => ({ ...file, path: file.path.slice(root.length) }))
    .sort((left, right) => (left.path < right.path ? -1 : 1));
}

function below(root: string, one: Finding): Finding {
  return one.path === null ? one : { ...one, path: root + one.path };
}

function outside(root: string, given: readonly SkillFile[]): Finding[] {
  const left = given.filter(({ path }) => !path.startsWith(root) && !isLeftover(path));
  if (left.length === 0) return [];
  const message = `${left.length} files beside the folder "${root}" are not part of the skill and are left out.`;
  return [finding({ rule: 'files-outside', severity: 'warn', path: left[0]?.path ?? null, message })];
}

function readSkill(files: readonly SkillFile[]): { skill: Skill | null; findings: Finding[] } {
  const bytes = files.find(({ path }) => path === SKILL_FILE)?.bytes ?? new Uint8Array();
  const decoded = decodeText(bytes);
  if (!decoded.isText || decoded.encoding !== 'utf-8') return { skill: null, findings: [notText(decoded)] };
  const split = splitFrontMatter(decoded.text, SKILL_FILE);
  if ('rule' in split) return { skill: null, findings: [split] };
  const entries = readYamlMap({ ...split, path: SKILL_FILE });
  if (isFindings(entries)) return { skill: null, findings: [...entries] };

  const { fields, findings } = readFields(entries, SKILL_FILE);
  const skill = { ...fields, body: split.body, bodyLine: split.bodyLine, files };
  return { skill, findings: [...findings, ...checkBody(skill), ...checkAllLinks(files)] };
}

function notText(decoded: Decoded): Finding {
  const line = decoded.isText ? null : decoded.badLine;
  const message = 'The file is not UTF-8 text. Save it as UTF-8.';
  return finding({ rule: 'not-text', severity: 'error', path: SKILL_FILE, line, message });
}

function checkFolderName(name: string, root: string, { folderName }: ParseOptions): Finding[] {
  const inArchive = root === '' ? null : (root.split('/').at(-2) ?? null);
  const folder = inArchive ?? folderName ?? null;
  if (folder === null || folder === name || name === '') return [];
  const message = `The skill is called "${name}", its folder "${cutAtGrapheme(folder, 80)}". Both must be the same; it will be given out as "${name}".`;
  // A folder inside an archive is often named by a download ("…-main"), and the hub names it anew.
  const severity = inArchive === null ? 'error' : 'warn';
  return [finding({ rule: 'folder-name', severity, path: SKILL_FILE, line: 1, message })];
}

function checkBody({ body, bodyLine }: Pick<Skill, 'body' | 'bodyLine'>): Finding[] {
  const about = { rule: 'body', path: SKILL_FILE, line: bodyLine } as const;
  if (body.trim() === '')
    return [
      finding({
        ...about,
        severity: 'warn',
        message: 'The skill has no instructions below its front matter.',
      }),
    ];
  const lines = new LineIndex(body.trimEnd()).count;
  const tokens = estimateTokens(body);
  if (lines <= ADVISED_LINES && tokens <= ADVISED_TOKENS) return [];
  const message = `The body has ${lines} lines, about ${tokens} tokens. Up to ${ADVISED_LINES} lines and ${ADVISED_TOKENS} tokens are advised; move details to references/.`;
  return [finding({ ...about, severity: 'info', message })];
}

function checkAllLinks(files: readonly SkillFile[]): Finding[] {
  const paths = files.map(({ path }) => path);
  return files
    .filter(({ path }) => /\.(?:md|markdown)$/i.test(path))
    .flatMap((file) => {
      const decoded = decodeText(file.bytes);
      return decoded.isText ? checkLinks({ path: file.path, text: decoded.text }, paths) : [];
    });
}
