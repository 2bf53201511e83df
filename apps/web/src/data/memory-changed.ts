'use client';

import { useQueryClient } from '@tanstack/react-query';

const SHOWN_IN = [['search'], ['browse'], ['agent'], ['manifest']] as const;

/** Asks again for everything that shows memory. What was forgotten is not asked for: it is gone from the page. */
export function useMemoryChanged(): (change?: { forgotten: boolean }) => void {
  const client = useQueryClient();
  return (change) => {
    for (const queryKey of SHOWN_IN) void client.invalidateQueries({ queryKey });
    void client.invalidateQueries({
      queryKey: ['peek'],
      refetchType: change?.forgotten === true ? 'none' : 'active',
    });
  };
}
