import type { PeekQuery } from '@memory-hub/graphql-client';

type Node = NonNullable<PeekQuery['node']>;

/** A card as its preview shows it. */
export type PeekedCard = Extract<Node, { __typename: 'Card' }>;
