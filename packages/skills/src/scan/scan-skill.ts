import { cutAtGrapheme } from '@memory-hub/contracts';
import { finding, type Finding } from '../finding';
import { isLeftover } from '../folder/root';
import type { SkillFile } from '../folder/skill-file';
import { isUnrestricted, widenedTools } from '../front-matter/allowed-tools';
import { decodeText } from '../reading/decode';
import { checkCommands } from './check-commands';
import { checkInstructions } from './check-instructions';
import { checkInvisible } from './check-invisible';
import { checkSecrets, type MaskSecrets } from './check-secrets';
import { kindOf, riskyFormat } from './file-kind';
import { readSource } from './source';

/** Longer files are judged by their beginning, and said to be. */
const READ_CHARACTERS = 512 * 1024;

export interface ScanOptions {
  /** Finds secrets; excerpts never show what it finds. */
  readonly maskSecrets: MaskSecrets;
}

/**
 * Looks through every file of a skill for what a reviewer must see: secrets, invisible characters, orders against the
 * agent's rules, dangerous commands, programs. Nothing is run; the files are left as they are.
 */
export function scanSkill(files: readonly SkillFile[], options: ScanOptions): Finding[] {
  return files.filter(({ path }) => !isLeftover(path)).flatMap((file) => scanFile(file, options));
}

/** Tools that a revision grants beyond those of the published one (null when there is none), and grants without limit. */
export function checkTools(published: readonly string[] | null, proposed: readonly string[]): Finding[] {
  const about = { rule: 'allowed-tools', severity: 'warn', path: 'SKILL.md' } as const;
  const wider = published === null ? [] : widenedTools(published, proposed);
  const unrestricted = proposed.filter(isUnrestricted);
  return [
    ...(wider.length === 0
      ? []
      : [finding({ ...about, message: `Grants more tools than the published revision: ${list(wider)}.` })]),
    ...(unrestricted.length === 0
      ? []
      : [finding({ ...about, message: `Grants every command without asking: ${list(unrestricted)}.` })]),
  ];
}

function list(tools: readonly string[]): string {
  return tools
    .slice(0, 20)
    .map((tool) => cutAtGrapheme(tool, 80))
    .join(', ');
}

function scanFile(file: SkillFile, { maskSecrets }: ScanOptions): Finding[] {
  const decoded = decodeText(file.bytes);
  if (!decoded.isText) return scanBinary(file);
  const text = cutAtGrapheme(decoded.text, READ_CHARACTERS);
  const secrets = maskSecrets(text).found;
  const source = readSource({ file, text, secrets });
  return [
    ...(decoded.text.length > text.length ? [notRead(file.path)] : []),
    ...checkSecrets(source, secrets),
    ...checkInvisible(source),
    ...checkInstructions(source),
    ...checkCommands(source),
  ];
}

function notRead(path: string): Finding {
  const message = `Only the first ${READ_CHARACTERS} characters were looked at.`;
  return finding({ rule: 'not-scanned', severity: 'warn', path, message });
}

function scanBinary({ path, bytes }: SkillFile): Finding[] {
  const format = riskyFormat(path, bytes);
  if (format !== null) {
    const why = format.kind === 'program' ? 'what it does cannot be read' : 'what is in it was not looked at';
    return [
      finding({ rule: 'opaque-file', severity: 'warn', path, message: `This is ${format.name}: ${why}.` }),
    ];
  }
  if (kindOf(path, '') === 'text') return [];
  const message = 'The name promises text, but the bytes are none, so nothing in it was looked at.';
  return [finding({ rule: 'not-scanned', severity: 'warn', path, message })];
}
