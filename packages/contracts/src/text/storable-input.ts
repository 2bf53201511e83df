import { type DomainError, invalidInput, type ErrorPath } from '../errors';
import { LIMITS } from '../limits';

/** NUL and half surrogates: no text of PostgreSQL can hold them, and no strict parser takes them. */
const UNSTORABLE = /\p{Surrogate}|\0/u;
/** Levels that the fields of an operation take before JSON of the caller's own begins. */
const OWN_LEVELS = 8;
const MOST_NAMED = 6;

interface Part {
  readonly value: unknown;
  readonly path: ErrorPath;
  readonly isChecked: boolean;
}

/**
 * Refuses, by the name of the field, arguments that cannot be stored or compared: a text or key with NUL or half a
 * surrogate pair, and JSON that is nested so deep that only parsers are meant by it. `exempt` names the fields, without
 * list positions (`turns.content`), whose own code repairs their text (`all`: every field); depth is checked there too. Walks without
 * recursion, so that no depth exhausts the stack.
 * @throws DomainError VALIDATION_FAILED
 */
export function assertStorable(value: unknown, exempt: ReadonlySet<string> | 'all' = new Set()): void {
  const waiting: Part[] = [];
  const take = (part: Part): void => {
    if (typeof part.value === 'object' && part.value !== null) waiting.push(part);
    else if (part.isChecked && typeof part.value === 'string' && UNSTORABLE.test(part.value))
      throw unstorable(part.path, 'holds a character that no text can hold');
  };
  take({ value, path: [], isChecked: exempt !== 'all' });
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) lookInto(part, { exempt, take });
}

function lookInto(
  { value, path, isChecked }: Part,
  { exempt, take }: { exempt: ReadonlySet<string> | 'all'; take: (part: Part) => void },
): void {
  if (path.length >= LIMITS.jsonLevels + OWN_LEVELS)
    throw unstorable(path, `is nested deeper than ${LIMITS.jsonLevels} levels`);
  if (Array.isArray(value))
    return value.forEach((entry: unknown, at) => take({ value: entry, path: [...path, at], isChecked }));
  for (const [key, entry] of Object.entries(value ?? {})) {
    if (isChecked && UNSTORABLE.test(key))
      throw unstorable(path, 'has a key with a character that no text can hold');
    const inner = [...path, key];
    take({
      value: entry,
      path: inner,
      isChecked: isChecked && exempt !== 'all' && !exempt.has(nameOf(inner)),
    });
  }
}

function nameOf(path: ErrorPath): string {
  return path.filter((part) => typeof part === 'string').join('.');
}

function unstorable(path: ErrorPath, what: string): DomainError {
  const named = path
    .slice(0, MOST_NAMED)
    .map((part) => (typeof part === 'string' ? part.slice(0, 100) : part));
  const name = named.findLast((part) => typeof part === 'string') ?? 'The input';
  return invalidInput(named, `${name} ${what}.`, 'Send well-formed text, without NUL and half surrogates.');
}
