'use client';

import { SearchDocument, type HitFragment } from '@memory-hub/graphql-client';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import {
  parseAsArrayOf,
  parseAsBoolean,
  parseAsString,
  parseAsStringLiteral,
  useQueryStates,
  type inferParserType,
} from 'nuqs';
import { useMemo } from 'react';
import { ask } from '../../data/hub';
import { keys } from '../../data/keys';
import { AGES, KINDS, LAYERS, MODES, toInput } from './filters';

const PARSERS = {
  q: parseAsString.withDefault(''),
  kind: parseAsArrayOf(parseAsStringLiteral(KINDS)).withDefault([]),
  space: parseAsArrayOf(parseAsString).withDefault([]),
  agent: parseAsArrayOf(parseAsString).withDefault([]),
  layer: parseAsArrayOf(parseAsStringLiteral(LAYERS)).withDefault([]),
  tag: parseAsArrayOf(parseAsString).withDefault([]),
  category: parseAsString,
  session: parseAsString,
  age: parseAsStringLiteral(AGES),
  history: parseAsBoolean.withDefault(false),
  mode: parseAsStringLiteral(MODES),
};
export type UrlFilters = inferParserType<typeof PARSERS>;
export type SetFilters = (change: Partial<UrlFilters>) => void;

/** The filters in the URL and the way to change them; each change is a step of the browser's history. */
export function useFilters(): readonly [UrlFilters, SetFilters] {
  const [filters, set] = useQueryStates(PARSERS, { history: 'push' });
  return [filters, (change) => void set(change)];
}

const PAGE = 20;

export type Hit = HitFragment;
/** What can be chosen, wherever it was found. */
export type Item = Pick<Hit, 'id' | 'kind' | 'title'>;

export function useSearch(filters: UrlFilters) {
  const input = useMemo(() => toInput(filters, Date.now()), [filters]);
  const query = useInfiniteQuery({
    queryKey: keys.search(input),
    enabled: filters.q.trim() !== '',
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => ask(SearchDocument, { input, first: PAGE, after: pageParam }, signal),
    getNextPageParam: ({ search: { pageInfo } }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
    placeholderData: keepPreviousData,
  });
  const first = query.data?.pages[0]?.search;
  const hits = useMemo(
    () => query.data?.pages.flatMap(({ search }) => search.edges.map(({ node }) => node)) ?? [],
    [query.data],
  );
  return { query, answer: first, hits };
}
