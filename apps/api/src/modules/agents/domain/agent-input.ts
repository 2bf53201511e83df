import {
  DomainError,
  invalidInput,
  KEY_SCOPES,
  LIMITS,
  wellFormed,
  type KeyScope,
} from '@memory-hub/contracts';

export const AGENT_LIMITS = {
  clientTypeCharacters: 60,
  /** Tokens of all mounted texts together. */
  budgetTokens: 100_000,
  /** A week: longer overlaps are two keys. */
  overlapMinutes: 7 * 24 * 60,
} as const;

/** Which client program the agent lives in: a short word such as `claude-code`. */
export function readClientType(text: string): string {
  const word = text.normalize('NFC').trim();
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ._+-]*$/u.test(word) || word.length > AGENT_LIMITS.clientTypeCharacters)
    throw invalidInput(
      ['clientType'],
      `clientType must be a word of 1 to ${AGENT_LIMITS.clientTypeCharacters} letters, digits, dots or hyphens.`,
      'For example claude-code, codex, cursor or generic.',
    );
  return word;
}

/** A prompt as it may be stored: bounded, and without what PostgreSQL cannot hold. */
export function readPrompt(text: string, field: 'rolePrompt' | 'rulesPrompt'): string {
  if (text.length > LIMITS.promptCharacters)
    throw new DomainError(
      'LIMIT_EXCEEDED',
      `${field} has ${LIMITS.promptCharacters} characters at most; this has ${text.length}.`,
      { path: [field] },
    );
  return wellFormed(text).text.trim();
}

export function readBudget(tokens: number, field: string): number {
  if (!Number.isInteger(tokens) || tokens < 0 || tokens > AGENT_LIMITS.budgetTokens)
    throw invalidInput([field], `${field} must be a whole number from 0 to ${AGENT_LIMITS.budgetTokens}.`);
  return tokens;
}

export function readOverlap(minutes: number): number {
  if (!Number.isInteger(minutes) || minutes < 0 || minutes > AGENT_LIMITS.overlapMinutes)
    throw invalidInput(
      ['overlapMinutes'],
      `overlapMinutes must be a whole number from 0 to ${AGENT_LIMITS.overlapMinutes}.`,
      'With 0 the old key ends now.',
    );
  return minutes;
}

/** Scopes of a key, each once. A scope that writes needs the one that reads the same rows. */
export function readScopes(scopes: readonly KeyScope[]): KeyScope[] {
  const asked = new Set<string>(scopes);
  const unknown = scopes.find((scope) => !KEY_SCOPES.includes(scope));
  if (unknown !== undefined)
    throw invalidInput(
      ['scopes'],
      `There is no scope ${JSON.stringify(unknown)}.`,
      `Use ${KEY_SCOPES.join(', ')}.`,
    );
  if (asked.size === 0)
    throw invalidInput(['scopes'], 'A key needs at least one scope.', 'Leave scopes out for all of them.');
  for (const [writes, reads] of [
    ['memory:write', 'memory:read'],
    ['asset:propose', 'asset:read'],
  ] as const)
    if (asked.has(writes) && !asked.has(reads))
      throw invalidInput(
        ['scopes'],
        `The scope ${writes} works only together with ${reads}.`,
        `Add ${reads}.`,
      );
  return KEY_SCOPES.filter((scope) => asked.has(scope));
}
