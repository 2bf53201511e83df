import type { SearchQuery } from '@memory-hub/graphql-client';

type Answered = Pick<SearchQuery['search'], 'mode' | 'asked'> & { degraded: readonly unknown[] };

/** Why nothing was found, as far as the hub can say, worst first. */
export function reasonOf(
  { mode, asked, degraded }: Answered,
  narrowed: number,
): 'noWords' | 'part' | 'narrowed' | 'oneAsked' | 'both' {
  if (degraded.length > 0) return 'part';
  if (mode === 'NONE') return 'noWords';
  if (narrowed > 0) return 'narrowed';
  return asked === 'HYBRID' ? 'both' : 'oneAsked';
}
