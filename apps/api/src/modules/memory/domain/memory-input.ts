import { invalidInput, LIMITS, wellFormed } from '@memory-hub/contracts';
import { maskSecrets } from '@memory-hub/memory';
import { z } from 'zod';
import { storableJson } from './storable-json';

const record = z.record(z.string(), z.unknown());

export function checkedTags(tags: readonly string[] | undefined): string[] | undefined {
  if (tags === undefined) return undefined;
  if (tags.length > LIMITS.tags) throw invalidInput(['tags'], `A memory has ${LIMITS.tags} tags at most.`);
  const clean = tags.map((tag, index) => {
    const text = label(tag);
    if (text === '' || text.length > LIMITS.tagCharacters)
      throw invalidInput(['tags', index], `A tag has 1 to ${LIMITS.tagCharacters} characters.`);
    return text;
  });
  return [...new Set(clean)];
}

export function checkedCategory(category: string | undefined): string | undefined {
  if (category === undefined) return undefined;
  const text = label(category);
  if (text.length > LIMITS.categoryCharacters)
    throw invalidInput(['category'], `A category has ${LIMITS.categoryCharacters} characters at most.`);
  return text;
}

export function checkedMetadata(
  metadata: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, unknown>> | undefined {
  if (metadata === undefined) return undefined;
  const storable = record.parse(storableJson(metadata, ['metadata'], { masked: true }));
  assertMetadataSize(storable);
  if ('history' in metadata)
    throw invalidInput(
      ['metadata', 'history'],
      'history is kept by the hub and cannot be written.',
      'Leave it out.',
    );
  return storable;
}

/** Patches add keys, so what they add up to is measured too. */
export function assertMetadataSize(metadata: Readonly<Record<string, unknown>>): void {
  const bytes = Buffer.byteLength(JSON.stringify(metadata));
  if (bytes > LIMITS.metadataBytes)
    throw invalidInput(
      ['metadata'],
      `metadata has ${LIMITS.metadataBytes} bytes at most; this would have ${bytes}.`,
      'Remove keys by setting them to null.',
    );
}

/** Why a change was made, in a sentence. */
export function checkedReason(reason: string | undefined): string | undefined {
  if (reason === undefined) return undefined;
  const text = label(reason);
  if (text.length > LIMITS.cardCharacters)
    throw invalidInput(['reason'], `A reason has ${LIMITS.cardCharacters} characters at most.`);
  return text === '' ? undefined : text;
}

/** Labels stand beside the words in everything derived, so they are masked like the words. */
function label(text: string): string {
  return maskSecrets(wellFormed(text).text.trim()).text;
}
