import type { SpaceRole } from '@memory-hub/contracts';
import type { UserPrincipal } from '../principal';
import { spaceIdsWithRole } from '../roles';
import type { Alternatives, Condition } from './policy';

/** Records of team spaces where the person has at least this role. */
export function inTeamsAs(person: UserPrincipal, role: SpaceRole): Condition {
  return { spaceKind: 'team', spaceId: { $in: spaceIdsWithRole(person, role) } };
}

/** The same, or in the person's own personal space, where its owner may do everything and nobody else anything. */
export function inSpacesAs(person: UserPrincipal, role: SpaceRole): Alternatives {
  return [inTeamsAs(person, role), { spaceKind: 'personal', spaceOwnerId: person.userId }];
}

/** Team spaces of the organisation that the person administers: their people and settings, never their content. */
export function inTeamsOfOrganisation(person: UserPrincipal): Alternatives {
  if (!person.orgRoles.includes('org_admin')) return [];
  return [{ spaceKind: 'team', orgId: person.orgId }];
}
