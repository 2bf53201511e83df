'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';

/**
 * The token of a one-time link; null without one. It is read once and leaves the address bar and the history at once,
 * so that neither a shared screen nor a later reader of this browser sees it. No page sends a Referer at all.
 */
export function useOneTimeToken(): string | null {
  const given = useSearchParams().get('token');
  const [token] = useState(given);
  useEffect(() => {
    if (given === null) return;
    // a moment later: only then does the router hear of it, and forgets the old address as well
    queueMicrotask(() => window.history.replaceState(null, '', window.location.pathname));
  }, [given]);
  return token;
}

const WHOLE = /^[\w-]{43}$/;

/** Whether a token is as long as the hub makes them. Whether it is good, only the hub knows, when it is used. */
export function isWholeToken(token: string): boolean {
  return WHOLE.test(token);
}
