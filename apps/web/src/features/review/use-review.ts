'use client';

import {
  InboxDocument,
  ProposalDocument,
  SentBackDocument,
  type InboxView,
  type ProposalRowFragment,
  type ProposalViewFragment,
} from '@memory-hub/graphql-client';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../data/hub';
import { keys } from '../../data/keys';
import { askedFor } from './asked-for';

export type Row = ProposalRowFragment;
export type Proposal = ProposalViewFragment;

const PAGE = 30;
const CHECK_MS = 2_000;

/** The list. On the first load it brings the open proposal along, so that the page asks once. */
export function useInbox(view: InboxView, spaceId: string | null, open: string | null) {
  const client = useQueryClient();
  return useInfiniteQuery({
    queryKey: keys.inbox(view, spaceId),
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const withOpen = open !== null && client.getQueryData(keys.proposal(open)) === undefined;
      const data = await ask(
        InboxDocument,
        { view, spaceId, first: PAGE, after: pageParam, open: open ?? '', withOpen },
        signal,
      );
      if (withOpen) client.setQueryData(keys.proposal(open), data.proposal ?? null);
      return data.inbox;
    },
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
  });
}

/** Drafts of the reader that a reviewer sent back and that wait for a new revision. Asked for in one view only. */
export function useSentBack(wanted: boolean, spaceId: string | null): readonly Row[] {
  const { data } = useQuery({
    queryKey: keys.sentBack(spaceId),
    enabled: wanted,
    queryFn: ({ signal }) => ask(SentBackDocument, { spaceId }, signal),
  });
  if (!wanted || data === undefined) return [];
  return data.inbox.edges.map(({ node }) => node).filter((row) => askedFor(row) !== null);
}

export const isChecking = (proposal: Pick<Proposal, 'checks'>) =>
  proposal.checks.some(({ state }) => state === 'QUEUED' || state === 'RUNNING');

/** One proposal; asked again while its checks run. `ready` waits for the list, which may bring it. */
export function useProposal(id: string, ready: boolean) {
  return useQuery({
    queryKey: keys.proposal(id),
    enabled: ready,
    queryFn: async ({ signal }) => (await ask(ProposalDocument, { id }, signal)).proposal,
    refetchInterval: ({ state }) => (state.data != null && isChecking(state.data) ? CHECK_MS : false),
  });
}

/**
 * What the reader has in front of them. A new revision does not replace it under their eyes: it waits as `arrived`
 * until they ask for it, because a decision names the digest that was read.
 */
export function useReading(latest: Proposal): {
  shown: Proposal;
  arrived: Proposal | null;
  read: () => void;
} {
  const [shown, setShown] = useState(latest);
  if (shown !== latest && (shown.id !== latest.id || shown.revision.digest === latest.revision.digest)) {
    setShown(latest);
    return { shown: latest, arrived: null, read: () => undefined };
  }
  const arrived = shown.revision.digest === latest.revision.digest ? null : latest;
  return { shown, arrived, read: () => setShown(latest) };
}

/** Findings that somebody must still accept, worst first. */
export function openFindings(proposal: Pick<Proposal, 'checks'>) {
  return proposal.checks
    .flatMap((check) => check.findings.map((finding) => ({ ...finding, check: check.label })))
    .filter(({ severity, acknowledgedAt }) => severity !== 'INFO' && acknowledgedAt === null)
    .sort((a, b) => Number(b.severity === 'ERROR') - Number(a.severity === 'ERROR'));
}
