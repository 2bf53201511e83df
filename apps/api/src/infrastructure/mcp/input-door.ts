import { assertStorable, DomainError, invalidInput } from '@memory-hub/contracts';

/**
 * Parameters that are kept or read word for word, so their own code repairs what no text can hold; by tool. Everything
 * else with such a character is refused, by its name.
 */
const WORD_FOR_WORD: Readonly<Record<string, ReadonlySet<string>>> = {
  conversation_append: new Set(['title', 'turns.content', 'turns.speaker']),
  memory_add: new Set(['content', 'metadata']),
  memory_update: new Set(['content', 'metadata']),
  memory_search: new Set(['search']),
  memory_recall: new Set(['text']),
  hub_search: new Set(['query']),
};

/** @throws DomainError VALIDATION_FAILED for arguments or `_meta` that cannot be stored or compared. */
export function assertCallStorable(name: string, input: unknown, meta: unknown): void {
  const exempt = Object.hasOwn(WORD_FOR_WORD, name) ? WORD_FOR_WORD[name] : undefined;
  assertStorable(input, exempt);
  assertStorable({ _meta: meta });
}

/** The caller's mark on a write. A mark of another type would be one that does not protect, so it is no mark at all. */
export function idempotencyKeyOf(meta: unknown): string | null {
  if (typeof meta !== 'object' || meta === null || !('idempotencyKey' in meta)) return null;
  const key = meta.idempotencyKey;
  if (key === undefined) return null;
  if (typeof key === 'string') return key;
  throw invalidInput(['_meta', 'idempotencyKey'], '_meta.idempotencyKey must be a string.', 'Quote it.');
}

export interface TooDeep {
  readonly fault: DomainError;
  /** Id of the call whose arguments are at fault; null when it is no call of a tool. */
  readonly callId: string | number | null;
}

/** Finds nesting that the protocol's own parser would fail at. */
export function nestedTooDeep(body: unknown): TooDeep | null {
  try {
    assertStorable(body, 'all');
    return null;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const [outer, inner, ...path] = error.path;
    const isInArguments = outer === 'params' && inner === 'arguments';
    const fault = isInArguments ? invalidInput(path, error.message, error.hint) : error;
    return { fault, callId: isInArguments ? callIdOf(body) : null };
  }
}

function callIdOf(body: unknown): string | number | null {
  if (typeof body !== 'object' || body === null || !('id' in body && 'method' in body)) return null;
  const { id, method } = body;
  return method === 'tools/call' && (typeof id === 'string' || typeof id === 'number') ? id : null;
}
