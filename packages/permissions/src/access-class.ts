import { createHash } from 'node:crypto';
import { hasScope, type Principal } from './principal';
import { canonical, tokensOf } from './tokens';

/** What the access test needs to know of a row. */
export interface ReadableRow {
  /** Tokens of the row's access class. */
  readonly tokens: readonly string[];
  /** The asset that the row is or belongs to. An agent reads it only when that asset is mounted. */
  readonly assetId?: string | null;
}

/** SHA-256 (hex) of the sorted tokens, one a line, UTF-8: the key under which a class is stored once. */
export function classHash(tokens: readonly string[]): string {
  return createHash('sha256').update(canonical(tokens).join('\n'), 'utf8').digest('hex');
}

/** Whether the two sets share a token. An empty class is readable by nobody. */
export function isReadable(classTokens: readonly string[], principalTokens: readonly string[]): boolean {
  const held = new Set(principalTokens);
  return classTokens.some((one) => held.has(one));
}

/** The one access test. Row-level security, search filters and `can(…, 'read', …)` give the same answer. */
export function mayRead(principal: Principal, row: ReadableRow): boolean {
  if (row.assetId != null && !isMounted(principal, row.assetId)) return false;
  return isReadable(row.tokens, tokensOf(principal));
}

/** Assets an agent may read at all; `'all'` for people, whom only the access class limits. */
export function mountedAssetIds(principal: Principal): readonly string[] | 'all' {
  if (principal.kind === 'user') return 'all';
  if (principal.kind === 'anonymous') return [];
  return hasScope(principal, 'asset:read') ? principal.mountedAssetIds : [];
}

function isMounted(principal: Principal, assetId: string): boolean {
  const mounted = mountedAssetIds(principal);
  return mounted === 'all' || mounted.includes(assetId);
}

/**
 * Whether the second class may let in a person whom the first keeps out: one of its tokens is neither in the
 * first class nor implied by it. Everybody is implied by the organisation, and a space's viewers include
 * the holders of all its other roles.
 */
export function widens(before: readonly string[], after: readonly string[]): boolean {
  if (before.some((one) => /^org:[^:]+$/.test(one))) return false;
  const known = new Set(before);
  return after.some((one) => !known.has(one) && !isImplied(one, known));
}

function isImplied(one: string, known: ReadonlySet<string>): boolean {
  const [, spaceId, holder] = /^space:([^:]+):([^:]+)/.exec(one) ?? [];
  if (spaceId === undefined || holder === undefined) return false;
  return holdersAmong(holder).some((wider) => known.has(`space:${spaceId}:${wider}`));
}

/** Roles whose holders include everyone who holds this token. */
function holdersAmong(holder: string): readonly string[] {
  if (holder === 'admin' || holder === 'admins') return ['viewer', 'member', 'reviewer', 'admin'];
  if (holder === 'reviewer' || holder === 'reviewers') return ['viewer', 'member', 'reviewer'];
  if (holder === 'member') return ['viewer', 'member'];
  return ['viewer'];
}
