import { invalidInput, LIMITS, wellFormed } from '@memory-hub/contracts';
import { maskSecrets } from '@memory-hub/memory';

type Path = readonly (string | number)[];

/**
 * JSON as PostgreSQL can hold it: keys and texts well-formed, and secrets masked when `masked`. Never changes its input.
 * @throws DomainError VALIDATION_FAILED for what is no JSON or is nested too deep
 */
export function storableJson(value: unknown, path: Path, { masked }: { masked: boolean }): unknown {
  const clean = (text: string): string => {
    const { text: storable } = wellFormed(text);
    return masked ? maskSecrets(storable).text : storable;
  };
  const copy = (part: unknown, level: number): unknown => {
    if (typeof part === 'string') return clean(part);
    if (typeof part === 'number' && !Number.isFinite(part))
      throw invalidInput([...path], `${String(path.at(-1))} holds a number that JSON has not.`);
    if (typeof part !== 'object' || part === null) return part;
    if (level > LIMITS.jsonLevels)
      throw invalidInput(
        [...path],
        `${String(path.at(-1))} is nested deeper than ${LIMITS.jsonLevels} levels.`,
      );
    if (Array.isArray(part)) return part.map((entry) => copy(entry, level + 1));
    return Object.fromEntries(
      Object.entries(part)
        .filter(([, entry]) => entry !== undefined)
        .map(([key, entry]) => [clean(key), copy(entry, level + 1)]),
    );
  };
  return copy(value, 1);
}
