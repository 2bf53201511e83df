import type { SpaceRole } from '@memory-hub/contracts';
import { classOfSpace, type Place, type SpaceFacts } from '@memory-hub/permissions';

/** A space as it is stored. */
export interface Space {
  readonly id: string;
  readonly orgId: string;
  readonly kind: 'personal' | 'team';
  readonly name: string;
  readonly slug: string;
  /** Set for a personal space. */
  readonly ownerId: string | null;
}

export interface Member {
  readonly spaceId: string;
  readonly userId: string;
  readonly role: SpaceRole;
  readonly joinedAt: Date;
}

export function placeOf(space: Space): Place & { readonly orgId: string } {
  return { spaceId: space.id, spaceKind: space.kind, spaceOwnerId: space.ownerId, orgId: space.orgId };
}

/** The space as policies see it. */
export function factsOf(space: Space): SpaceFacts {
  const place = placeOf(space);
  return { ...place, acl: classOfSpace(place) };
}
