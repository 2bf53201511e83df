export interface TermFrequency {
  readonly aclId: string;
  readonly term: bigint;
  readonly documents: number;
}

export interface ClassStatistics {
  readonly aclId: string;
  readonly documents: number;
  readonly totalLength: number;
}

/** What is known about the readable chunks as a whole: nothing that the principal may not read counts. */
export interface Corpus {
  readonly frequencies: readonly TermFrequency[];
  readonly statistics: readonly ClassStatistics[];
}

export function documentsOf({ statistics }: Corpus): number {
  return statistics.reduce((sum, entry) => sum + entry.documents, 0);
}

/** Chunks with a term, over all readable classes. */
export function sumByTerm({ frequencies }: Corpus): Map<bigint, number> {
  const sums = new Map<bigint, number>();
  for (const { term, documents } of frequencies) sums.set(term, (sums.get(term) ?? 0) + documents);
  return sums;
}

/** Term → access class → chunks, as the ranker takes it. */
export function byTermAndClass({ frequencies }: Corpus): Map<bigint, Map<string, number>> {
  const nested = new Map<bigint, Map<string, number>>();
  for (const { term, aclId, documents } of frequencies) {
    const classes = nested.get(term) ?? new Map<string, number>();
    nested.set(term, classes.set(aclId, (classes.get(aclId) ?? 0) + documents));
  }
  return nested;
}

/** Class → documents and length, as the ranker takes it. One class may be in several rows. */
export function byClass({ statistics }: Corpus): Map<string, { documents: number; totalLength: number }> {
  const classes = new Map<string, { documents: number; totalLength: number }>();
  for (const { aclId, documents, totalLength } of statistics) {
    const known = classes.get(aclId);
    classes.set(aclId, { documents: (known?.documents ?? 0) + documents, totalLength: (known?.totalLength ?? 0) + totalLength });
  }
  return classes;
}
