import type { SpaceRole } from '@memory-hub/contracts';
import type { AgentPrincipal, UserPrincipal } from './principal';

export const TEAM = { spaceId: 'team', spaceKind: 'team', spaceOwnerId: null, orgId: 'acme' } as const;

/** A person of the organisation; a role makes them belong to the team. */
export function aPerson(userId: string, role?: SpaceRole, more: Partial<UserPrincipal> = {}): UserPrincipal {
  return {
    kind: 'user',
    userId,
    subjectId: `${userId}-subject`,
    orgId: 'acme',
    orgRoles: [],
    memberships: role === undefined ? [] : [{ spaceId: 'team', role }],
    ...more,
  };
}

/** An agent of this person with every scope and nothing mounted. */
export function anAgent(owner: UserPrincipal, more: Partial<AgentPrincipal> = {}): AgentPrincipal {
  return {
    kind: 'agent',
    agentId: `${owner.userId}-agent`,
    ownerId: owner.userId,
    owner,
    homeSpaceId: 'team',
    scopes: ['memory:read', 'memory:write', 'asset:read', 'asset:propose'],
    mountedAssetIds: [],
    ...more,
  };
}

/** One principal of every standing towards the team. */
export const CAST = {
  anonymous: { kind: 'anonymous' },
  outsider: aPerson('outsider'),
  orgAdmin: aPerson('orgAdmin', undefined, { orgRoles: ['org_admin'] }),
  auditor: aPerson('auditor', undefined, { orgRoles: ['auditor'] }),
  viewer: aPerson('viewer', 'viewer'),
  member: aPerson('member', 'member'),
  reviewer: aPerson('reviewer', 'reviewer'),
  admin: aPerson('admin', 'admin'),
  owner: aPerson('owner', 'member'),
  author: aPerson('author', 'member'),
  agent: anAgent(aPerson('admin', 'admin'), { mountedAssetIds: ['asset'] }),
} as const;
export type CastName = keyof typeof CAST;
export const CAST_NAMES = [
  'anonymous',
  'outsider',
  'orgAdmin',
  'auditor',
  'viewer',
  'member',
  'reviewer',
  'admin',
  'owner',
  'author',
  'agent',
] as const satisfies readonly CastName[];
