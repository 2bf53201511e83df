'use client';

import {
  AgentDocument,
  type AgentLoadoutFragment,
  type AgentQuery,
  type AgentViewFragment,
  type MountRowFragment,
} from '@memory-hub/graphql-client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../data/hub';
import { keys } from '../../data/keys';

export type Agent = AgentViewFragment;
export type Mount = MountRowFragment;

export function useAgent(id: string) {
  return useQuery({ queryKey: keys.agent(id), queryFn: ({ signal }) => ask(AgentDocument, { id }, signal) });
}

/** An act on the loadout whose answer is the new loadout: it replaces the old one at once. */
export function useLoadoutAct<V>(agentId: string, run: (input: V) => Promise<AgentLoadoutFragment | null>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (loadout) => {
      client.setQueryData<AgentQuery>(keys.agent(agentId), (now) =>
        now?.agent == null || loadout === null ? now : { ...now, agent: { ...now.agent, ...loadout } },
      );
      void client.invalidateQueries({ queryKey: ['manifest', agentId] });
      void client.invalidateQueries({ queryKey: ['agents'] });
    },
  });
}
