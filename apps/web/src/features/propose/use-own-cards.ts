'use client';

import {
  BrowseCardsDocument,
  RevisionTextsDocument,
  type BrowseCardsQuery,
} from '@memory-hub/graphql-client';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../data/hub';
import { keys } from '../../data/keys';
import { cardsIn } from './snapshot-cards';

type OwnCard = BrowseCardsQuery['cards']['edges'][number]['node'];

const PAGE = 100;
/** As many cards as one chat memory holds. */
const MOST_PAGES = 5;

export interface OwnCards {
  /** Cards that the reader may choose, newest first. */
  cards: readonly OwnCard[];
  /** Those of them that the proposal holds now. */
  held: readonly string[];
  /** How many cards of the proposal are no more, or further down than the list reaches. */
  missing: number;
}

/** What a chat memory holds now, among everything that its author could choose. */
export function useOwnCards(proposalId: string) {
  return useQuery({
    queryKey: keys.texts(proposalId),
    gcTime: 0, // each opening of the dialog asks anew; what is chosen in it stays while it is open
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<OwnCards> => {
      const [{ proposal }, cards] = await Promise.all([
        ask(RevisionTextsDocument, { id: proposalId }, signal),
        ownCards(signal),
      ]);
      const held = cardsIn(proposal?.revision.files ?? []);
      const known = new Set(cards.map(({ id }) => id));
      return {
        cards,
        held: held.filter((id) => known.has(id)),
        missing: held.filter((id) => !known.has(id)).length,
      };
    },
  });
}

async function ownCards(signal: AbortSignal): Promise<OwnCard[]> {
  const found: OwnCard[] = [];
  let after: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer: BrowseCardsQuery = await ask(BrowseCardsDocument, { first: PAGE, after }, signal);
    found.push(...answer.cards.edges.map(({ node }) => node));
    after = answer.cards.pageInfo.endCursor;
    if (!answer.cards.pageInfo.hasNextPage) break;
  }
  return found;
}
