import { DomainError, invalidInput, LIMITS, unshownCharacter, type ErrorPath } from '@memory-hub/contracts';
import { maskSecrets } from '@memory-hub/memory';

export interface TextRule {
  readonly path: ErrorPath;
  /** UTF-16 units at most. */
  readonly max: number;
  /** What to write, when nothing was written; without it an empty text is fine. */
  readonly ask?: string;
  /** A name: white space in a row counts as one space. */
  readonly oneLine?: boolean;
}

/**
 * A text that a person wrote, trimmed, with secrets masked: it is shown, found and logged where nobody expects one.
 * @throws DomainError VALIDATION_FAILED, LIMIT_EXCEEDED naming the field
 */
export function readText(text: string, { path, max, ask, oneLine = false }: TextRule): string {
  const trimmed = (oneLine ? text.replace(/\s+/g, ' ') : text).trim();
  if (trimmed === '' && ask !== undefined) throw invalidInput(path, ask, 'One sentence is enough.');
  if (trimmed.length > max)
    throw new DomainError(
      'LIMIT_EXCEEDED',
      `${path.at(-1) ?? 'text'} has ${trimmed.length} characters; ${max} are allowed.`,
      { path },
    );
  const unshown = unshownCharacter(trimmed);
  if (unshown !== null)
    throw invalidInput(
      path,
      `${path.at(-1) ?? 'text'} holds the character ${unshown}, which is not shown.`,
      'Take it out.',
    );
  return maskSecrets(trimmed).text;
}

/** Tags, trimmed, each once, in the order given. */
export function readTags(tags: readonly string[]): string[] {
  if (tags.length > LIMITS.tags)
    throw new DomainError('LIMIT_EXCEEDED', `${tags.length} tags were given; ${LIMITS.tags} are allowed.`, {
      path: ['tags'],
    });
  const read = tags.map((tag, index) =>
    readText(tag.normalize('NFC'), { path: ['tags', index], max: LIMITS.tagCharacters, oneLine: true }),
  );
  return [...new Set(read)].filter((tag) => tag !== '');
}
