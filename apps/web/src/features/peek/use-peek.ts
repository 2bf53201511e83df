'use client';

import { PeekDocument } from '@memory-hub/graphql-client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ask } from '../../data/hub';
import { keys } from '../../data/keys';

/** Assets have revisions instead of a chain to the words; a session is the words themselves. */
const WITHOUT_TRACE = /^(asset|conversation)_/;

export function usePeek(id: string) {
  return useQuery({
    queryKey: keys.peek(id),
    queryFn: ({ signal }) => ask(PeekDocument, { id, withTrace: !WITHOUT_TRACE.test(id) }, signal),
    placeholderData: keepPreviousData,
  });
}
