import { defineAbility, hasScope, tokensOf, type AgentPrincipal } from '@memory-hub/permissions';
import type { KeyScope } from '@memory-hub/contracts';
import type { RequestContext } from '../../../common';

export interface Narrowing {
  /** What the agent's key allows. */
  readonly scopes: readonly KeyScope[];
  /** Assets to stay within; null for all that are mounted. */
  readonly assetIds: readonly string[] | null;
  /** Whether what the agent remembers may be looked at. */
  readonly withMemory: boolean;
}

/**
 * The context of an agent, cut down to what its key allows and to what the one who looks may see as well. Caches that
 * are keyed by epoch keep it apart from the agent's own.
 */
export function narrowedContext(
  ctx: RequestContext,
  agent: AgentPrincipal,
  { scopes, assetIds, withMemory }: Narrowing,
): RequestContext {
  const mounted = agent.mountedAssetIds.filter((id) => assetIds === null || assetIds.includes(id));
  const principal: AgentPrincipal = { ...agent, scopes, mountedAssetIds: mounted };
  const remembers = withMemory && hasScope(principal, 'memory:read');
  const memory = new Set(ctx.memoryClasses);
  return {
    ...ctx,
    principal,
    ability: defineAbility(principal),
    tokens: tokensOf(principal).filter((token) => remembers || !token.startsWith('agent:')),
    classes: remembers ? ctx.classes : ctx.classes.filter((id) => !memory.has(id)),
    memoryClasses: remembers ? ctx.memoryClasses : [],
    mounted: hasScope(principal, 'asset:read') ? mounted : [],
    epoch: `${ctx.epoch}/${scopes.join('+')}/${remembers ? 'all' : 'no-memory'}`,
  };
}
