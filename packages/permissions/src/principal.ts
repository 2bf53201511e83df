import type { KeyScope, OrgRole, SpaceRole } from '@memory-hub/contracts';

export interface SpaceMembership {
  readonly spaceId: string;
  readonly role: SpaceRole;
}

/** A signed-in person. Without a membership it reads and writes no data of a team space. */
export interface UserPrincipal {
  readonly kind: 'user';
  readonly userId: string;
  /** The subject that stands for this person in memories. */
  readonly subjectId: string;
  readonly orgId: string;
  readonly orgRoles: readonly OrgRole[];
  readonly memberships: readonly SpaceMembership[];
}

/** An agent with its key: it acts for its owner, cut down by the key's scopes and by its loadout. */
export interface AgentPrincipal {
  readonly kind: 'agent';
  readonly agentId: string;
  readonly ownerId: string;
  /** The owner as of now, so that what the owner loses the agent loses with the same call. */
  readonly owner: UserPrincipal;
  readonly homeSpaceId: string;
  readonly scopes: readonly KeyScope[];
  /** Assets of the loadout whose mode is not `off`. */
  readonly mountedAssetIds: readonly string[];
}

/** Nobody in particular: no token, no right. */
export interface AnonymousPrincipal {
  readonly kind: 'anonymous';
}

export type Principal = UserPrincipal | AgentPrincipal | AnonymousPrincipal;

/**
 * Whether the key lets the agent act on this scope. A scope that writes counts only beside the one that
 * reads the same rows, because a row is written under the same access test as it is read.
 */
export function hasScope(agent: AgentPrincipal, scope: KeyScope): boolean {
  if (!agent.scopes.includes(scope)) return false;
  if (scope === 'memory:write') return agent.scopes.includes('memory:read');
  if (scope === 'asset:propose') return agent.scopes.includes('asset:read');
  return true;
}
