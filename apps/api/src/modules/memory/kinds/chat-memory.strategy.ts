import { Injectable, type OnModuleInit } from '@nestjs/common';
import { cutAtGrapheme, invalidInput, withoutUnshown, type MountMode } from '@memory-hub/contracts';
import { findSecrets, isInstructionLike, maskSecrets } from '@memory-hub/memory';
import {
  AssetKinds,
  type AssetFile,
  type AssetKindStrategy,
  type AssetSummary,
  type CheckFinding,
  type CheckName,
} from '../../assets';
import type { Piece } from '../../retrieval';
import { parseSnapshot } from './snapshot';

/** A snapshot of chosen cards and scenes, as Markdown with provenance. */
@Injectable()
export class ChatMemoryStrategy implements AssetKindStrategy, OnModuleInit {
  readonly kind = 'chat_memory';

  constructor(private readonly kinds: AssetKinds) {}

  onModuleInit(): void {
    this.kinds.register(this);
  }

  summarise(files: readonly AssetFile[]): AssetSummary {
    const { name, title, description, entries } = parseSnapshot(files);
    if (entries.length === 0)
      throw invalidInput(['files'], 'The snapshot holds no memory.', 'Choose at least one card.');
    return { name, title, description };
  }

  check(name: CheckName, files: readonly AssetFile[]): readonly CheckFinding[] {
    return CHECKS[name](files);
  }

  pieces(files: readonly AssetFile[]): readonly Piece[] {
    return parseSnapshot(files).entries.map(({ scene, content, path }) => ({
      title: maskSecrets(withoutUnshown(scene)).text,
      body: maskSecrets(content).text,
      path,
    }));
  }

  expose(files: readonly AssetFile[], mode: MountMode): string {
    const { title, description, entries } = parseSnapshot(files);
    if (mode === 'summary') return description;
    if (mode !== 'inline') return '';
    return [`# ${title}`, description, ...entries.map((entry) => `- ${entry.content}`)].join('\n');
  }
}

const CHECKS = {
  schema: schemaFindings,
  secrets: (files) => files.flatMap(secretFindings),
  safety: safetyFindings,
} as const satisfies Record<CheckName, (files: readonly AssetFile[]) => readonly CheckFinding[]>;

/** Remembered words that read like instructions to a model; a person decides whether they belong there. */
function safetyFindings(files: readonly AssetFile[]): CheckFinding[] {
  return files.flatMap(({ path, bytes }) =>
    new TextDecoder()
      .decode(bytes)
      .split('\n')
      .flatMap((text, index): CheckFinding[] =>
        isInstructionLike(text)
          ? [
              {
                rule: 'safety/instruction',
                severity: 'warn',
                path,
                line: index + 1,
                message: 'This reads like an instruction to a model.',
                excerpt: cutAtGrapheme(maskSecrets(text).text, 160),
              },
            ]
          : [],
      ),
  );
}

function schemaFindings(files: readonly AssetFile[]): CheckFinding[] {
  try {
    parseSnapshot(files);
    return [];
  } catch (error) {
    const message = error instanceof Error ? error.message : 'The snapshot cannot be read.';
    return [{ rule: 'schema', severity: 'error', path: 'MEMORY.md', line: null, message, excerpt: null }];
  }
}

function secretFindings({ path, bytes }: AssetFile): CheckFinding[] {
  const text = new TextDecoder().decode(bytes);
  return findSecrets(text).map(({ kind, start }) => ({
    rule: `secret/${kind}`,
    severity: 'error',
    path,
    line: text.slice(0, start).split('\n').length,
    message: 'This looks like a secret.',
    excerpt: `[${kind}]`,
  }));
}
