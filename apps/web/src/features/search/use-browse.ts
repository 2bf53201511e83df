'use client';

import {
  BrowseCardsDocument,
  BrowseScenesDocument,
  BrowseSessionsDocument,
  type SearchKind,
} from '@memory-hub/graphql-client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ask } from '../../data/hub';
import { keys } from '../../data/keys';
import type { Browsed } from './filters';

const PAGE = 30;

export interface BrowsedRow {
  id: string;
  kind: Extract<SearchKind, Browsed>;
  title: string;
  text: string;
  agent: string | null;
  at: string;
  tags: readonly string[];
  /** Turns of a session. */
  turns: number | null;
}

interface BrowsedPage {
  rows: BrowsedRow[];
  total: number;
  next: string | null;
}

interface Wanted {
  agentId: string | null;
  category: string | null;
  after: string | null;
}

/** The cards, scenes or sessions of one agent, or of all that the reader may read, newest first. */
export function useBrowse(what: Browsed, agentId: string | null, category: string | null) {
  const query = useInfiniteQuery({
    queryKey: keys.browse(what, agentId, category),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => LISTS[what]({ agentId, category, after: pageParam }, signal),
    getNextPageParam: ({ next }) => next,
  });
  return {
    query,
    rows: query.data?.pages.flatMap(({ rows }) => rows),
    total: query.data?.pages[0]?.total,
  };
}

type List = (wanted: Wanted, signal: AbortSignal) => Promise<BrowsedPage>;
const LISTS = { CARD: cards, SCENE: scenes, TURN: sessions } as const satisfies Record<Browsed, List>;

async function cards({ agentId, category, after }: Wanted, signal: AbortSignal): Promise<BrowsedPage> {
  const { cards: page } = await ask(BrowseCardsDocument, { agentId, category, first: PAGE, after }, signal);
  return {
    rows: page.edges.map(({ node }) => ({
      id: node.id,
      kind: 'CARD',
      title: node.content,
      text: '',
      agent: node.agent?.name ?? null,
      at: node.recordedAt,
      tags: node.tags,
      turns: null,
    })),
    total: page.totalCount,
    next: page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null,
  };
}

async function scenes({ agentId }: Wanted, signal: AbortSignal): Promise<BrowsedPage> {
  const { scenes: all } = await ask(BrowseScenesDocument, { agentId: agentId ?? '' }, signal);
  return {
    rows: all.map(({ id, title, summary, updatedAt }) => ({
      id,
      kind: 'SCENE',
      title,
      text: summary,
      agent: null,
      at: updatedAt,
      tags: [],
      turns: null,
    })),
    total: all.length,
    next: null,
  };
}

async function sessions({ agentId, after }: Wanted, signal: AbortSignal): Promise<BrowsedPage> {
  const { conversations: page } = await ask(BrowseSessionsDocument, { agentId, first: PAGE, after }, signal);
  return {
    rows: page.edges.map(({ node }) => ({
      id: node.id,
      kind: 'TURN',
      title: node.title ?? node.sessionId,
      text: '',
      agent: node.agent.name,
      at: node.startedAt,
      tags: [],
      turns: node.turnCount,
    })),
    total: page.totalCount,
    next: page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null,
  };
}
