import { SPACE_ROLES, type SpaceRole } from '@memory-hub/contracts';
import type { UserPrincipal } from './principal';

/** The role itself and all below it, lowest first. An unknown role gives none. */
export function rolesUpTo(role: SpaceRole): readonly SpaceRole[] {
  return SPACE_ROLES.slice(0, SPACE_ROLES.indexOf(role) + 1);
}

/** Spaces in which the person has at least this role, each once. */
export function spaceIdsWithRole(person: UserPrincipal, atLeast: SpaceRole): readonly string[] {
  const rank = SPACE_ROLES.indexOf(atLeast);
  const holders = person.memberships.filter(({ role }) => SPACE_ROLES.indexOf(role) >= rank);
  return [...new Set(holders.map(({ spaceId }) => spaceId))];
}
