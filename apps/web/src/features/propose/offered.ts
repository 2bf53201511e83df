import type { Visibility } from '@memory-hub/graphql-client';

/** Who may read an asset once it is published, as far as its author chooses. */
export const OFFERED = ['TEAM', 'ORGANISATION', 'PRIVATE'] as const satisfies readonly Visibility[];
export type Offered = (typeof OFFERED)[number];
