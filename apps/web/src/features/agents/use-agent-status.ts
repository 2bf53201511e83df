'use client';

import { AgentStatusDocument, type AgentConnectionFragment } from '@memory-hub/graphql-client';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../data/hub';
import { keys } from '../../data/keys';

const ASK_MS = 3_000;

/** The connection of an agent, kept true by the stream; asked again and again until the first call as well. */
export function useAgentStatus(id: string, known: AgentConnectionFragment): AgentConnectionFragment {
  const { data } = useQuery({
    queryKey: keys.agentStatus(id),
    queryFn: async ({ signal }) => (await ask(AgentStatusDocument, { id }, signal)).agent ?? known,
    initialData: known,
    refetchInterval: ({ state }) => (state.data?.firstCallAt == null ? ASK_MS : false),
  });
  return data;
}
