import { invalidInput, LIMITS } from '@memory-hub/contracts';
import { wellFormed } from '@memory-hub/retrieval';
import { z } from 'zod';

const record = z.record(z.string(), z.unknown());

export function checkedTags(tags: readonly string[] | undefined): string[] | undefined {
  if (tags === undefined) return undefined;
  if (tags.length > LIMITS.tags) throw invalidInput(['tags'], `A memory has ${LIMITS.tags} tags at most.`);
  const clean = tags.map((tag, index) => {
    const text = wellFormed(tag).text.trim();
    if (text === '' || text.length > LIMITS.tagCharacters)
      throw invalidInput(['tags', index], `A tag has 1 to ${LIMITS.tagCharacters} characters.`);
    return text;
  });
  return [...new Set(clean)];
}

export function checkedCategory(category: string | undefined): string | undefined {
  if (category === undefined) return undefined;
  const text = wellFormed(category).text.trim();
  if (text.length > LIMITS.categoryCharacters)
    throw invalidInput(['category'], `A category has ${LIMITS.categoryCharacters} characters at most.`);
  return text;
}

export function checkedMetadata(
  metadata: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, unknown>> | undefined {
  if (metadata === undefined) return undefined;
  const bytes = Buffer.byteLength(JSON.stringify(metadata));
  if (bytes > LIMITS.metadataBytes)
    throw invalidInput(
      ['metadata'],
      `metadata has ${LIMITS.metadataBytes} bytes at most; this has ${bytes}.`,
    );
  if ('history' in metadata)
    throw invalidInput(
      ['metadata', 'history'],
      'history is kept by the hub and cannot be written.',
      'Leave it out.',
    );
  // PostgreSQL holds no NUL in JSON; the same repair as for all other text.
  return record.parse(
    JSON.parse(JSON.stringify(metadata), (_key, value: unknown) =>
      typeof value === 'string' ? wellFormed(value).text : value,
    ),
  );
}
