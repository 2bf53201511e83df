import type { SpaceRole, TeamViewFragment } from '@memory-hub/graphql-client';

export type Team = TeamViewFragment;

/** From the least to the most. */
export const ROLES = ['VIEWER', 'MEMBER', 'REVIEWER', 'ADMIN'] as const satisfies readonly SpaceRole[];
