'use client';

import { QueryCache, QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { HubError } from './hub';
import { POLLED, touchedBy } from './keys';
import { followEvents, type LiveState } from './live';
import { goToSignIn } from './session';

const POLL_MS = 5_000;
const FRESH_MS = 10_000;
const RETRIES = 2;
const BROKEN_FOR_NOW: readonly string[] = ['OFFLINE', 'UNAVAILABLE'];

const LiveContext = createContext<LiveState>('connecting');
export const useLiveState = () => useContext(LiveContext);

function createClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof HubError && error.code === 'UNAUTHENTICATED') goToSignIn();
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) =>
          failures < RETRIES && error instanceof HubError && BROKEN_FOR_NOW.includes(error.code),
      },
      // A decision that could not be sent is not kept for later: it fails now, and is made again by its reader.
      mutations: { networkMode: 'always' },
    },
  });
}

/** Cached answers of the hub, for everything below. */
export function AnswersProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** Keeps cached answers true by the stream, once somebody is signed in; asks every few seconds while it is down. */
export function LiveUpdates({ following, children }: { following: boolean; children: ReactNode }) {
  const client = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');
  useEffect(() => {
    if (!following) return;
    return followEvents({
      event: (event) => {
        for (const queryKey of touchedBy(event)) void client.invalidateQueries({ queryKey });
      },
      state: setState,
    });
  }, [client, following]);
  useEffect(() => {
    if (state !== 'paused') return;
    const poll = () =>
      void client.invalidateQueries({ predicate: ({ queryKey }) => POLLED.includes(String(queryKey[0])) });
    const timer = setInterval(poll, POLL_MS);
    return () => clearInterval(timer);
  }, [client, state]);
  return <LiveContext.Provider value={state}>{children}</LiveContext.Provider>;
}
