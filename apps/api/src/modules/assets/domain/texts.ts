import { DomainError, invalidInput, LIMITS, type ErrorPath } from '@memory-hub/contracts';

export interface TextRule {
  readonly path: ErrorPath;
  /** UTF-16 units at most. */
  readonly max: number;
  /** What to write, when nothing was written; without it an empty text is fine. */
  readonly ask?: string;
}

/** A text that a person wrote, trimmed. @throws DomainError VALIDATION_FAILED, LIMIT_EXCEEDED naming the field */
export function readText(text: string, { path, max, ask }: TextRule): string {
  const trimmed = text.trim();
  if (trimmed === '' && ask !== undefined) throw invalidInput(path, ask, 'One sentence is enough.');
  if (trimmed.length > max)
    throw new DomainError(
      'LIMIT_EXCEEDED',
      `${path.at(-1) ?? 'text'} has ${trimmed.length} characters; ${max} are allowed.`,
      { path },
    );
  if (/[\0\ud800-\udfff]/u.test(trimmed))
    throw invalidInput(path, `${path.at(-1) ?? 'text'} holds a character that no text can hold.`);
  return trimmed;
}

/** Tags, trimmed, each once, in the order given. */
export function readTags(tags: readonly string[]): string[] {
  if (tags.length > LIMITS.tags)
    throw new DomainError('LIMIT_EXCEEDED', `${tags.length} tags were given; ${LIMITS.tags} are allowed.`, {
      path: ['tags'],
    });
  const read = tags.map((tag, index) =>
    readText(tag.normalize('NFC'), { path: ['tags', index], max: LIMITS.tagCharacters }),
  );
  return [...new Set(read)].filter((tag) => tag !== '');
}
