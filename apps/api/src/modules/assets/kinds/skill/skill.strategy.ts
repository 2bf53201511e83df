import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainError, withoutUnshown, type MountMode } from '@memory-hub/contracts';
import { maskSecrets } from '@memory-hub/memory';
import {
  checkTools,
  parseSkill,
  scanSkill,
  skillChunks,
  summariseSkill,
  type Finding,
  type Skill,
} from '@memory-hub/skills';
import type { Piece } from '../../../retrieval';
import { AssetKinds } from '../../asset-kinds';
import type {
  AssetFile,
  AssetKindStrategy,
  AssetSummary,
  CheckFinding,
  CheckName,
} from '../../domain/asset-kind';

/** Faults that are named in one error; more would not be read. */
const NAMED_FAULTS = 5;

/** A folder with SKILL.md: a procedure that agents follow. */
@Injectable()
export class SkillStrategy implements AssetKindStrategy, OnModuleInit {
  readonly kind = 'skill';

  constructor(private readonly kinds: AssetKinds) {}

  onModuleInit(): void {
    this.kinds.register(this);
  }

  prepare(files: readonly AssetFile[]): readonly AssetFile[] {
    return skillOf(files).files.map(({ path, bytes }) => ({ path, bytes }));
  }

  summarise(files: readonly AssetFile[]): AssetSummary {
    const skill = skillOf(files);
    return { name: skill.name, ...shownOf(skill) };
  }

  check(
    name: CheckName,
    files: readonly AssetFile[],
    published: readonly AssetFile[] | null,
  ): readonly CheckFinding[] {
    if (name === 'schema') return parseSkill(files).findings.map(findingOf);
    const found = scanSkill(files, { maskSecrets });
    if (name === 'secrets') return found.filter(({ rule }) => rule === 'secret').map(findingOf);
    return [...found.filter(({ rule }) => rule !== 'secret'), ...toolFindings(files, published)].map(
      findingOf,
    );
  }

  pieces(files: readonly AssetFile[]): readonly Piece[] {
    const skill = skillOf(files);
    const { title, description } = shownOf(skill);
    // The front matter is told by the first piece; as text it would be found and recalled in place of the instructions.
    const chunks = skillChunks(withoutFrontMatter(skill)).map(({ path, heading, text }) => ({
      title: heading === null ? title : derived(heading),
      body: maskSecrets(text).text,
      path,
    }));
    return [{ title, body: description, path: 'SKILL.md' }, ...chunks];
  }

  expose(files: readonly AssetFile[], mode: MountMode): string {
    const skill = skillOf(files);
    if (mode === 'inline') return skill.body.trim();
    return mode === 'summary' ? shownOf(skill).description : '';
  }
}

function withoutFrontMatter({ files, body }: Skill): Skill['files'] {
  const bytes = new TextEncoder().encode(body);
  return files.map((file) => (file.path === 'SKILL.md' ? { ...file, bytes } : file));
}

/** What is shown of a skill far from its files. */
function shownOf(skill: Skill): { title: string; description: string } {
  const { title, description } = summariseSkill(skill);
  return { title: derived(title) || skill.name, description: derived(description) };
}

function derived(text: string): string {
  return maskSecrets(withoutUnshown(text)).text.trim();
}

function skillOf(files: readonly AssetFile[]): Skill {
  const parsed = parseSkill(files);
  if (parsed.ok) return parsed.skill;
  const faults = parsed.findings.filter(({ severity }) => severity === 'error');
  const place = faults[0]?.path ?? null;
  const index = files.findIndex(({ path }) => path === place);
  throw new DomainError('VALIDATION_FAILED', faults.slice(0, NAMED_FAULTS).map(faultText).join(' '), {
    hint: 'A skill is a folder with SKILL.md: front matter with name and description, then the instructions.',
    path: index === -1 ? ['files'] : ['files', index],
  });
}

function faultText({ path, line, column, message }: Finding): string {
  const place = [path, line, column].filter((part) => part !== null).join(':');
  return place === '' ? message : `${place}: ${message}`;
}

function toolFindings(files: readonly AssetFile[], published: readonly AssetFile[] | null): Finding[] {
  const proposed = parseSkill(files);
  const live = published === null ? null : parseSkill(published);
  if (!proposed.ok) return [];
  return checkTools(live?.ok === true ? live.skill.allowedTools : null, proposed.skill.allowedTools);
}

function findingOf({ rule, severity, path, line, message, excerpt }: Finding): CheckFinding {
  return { rule, severity, path, line, message, excerpt };
}
