export interface TermFrequency {
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
  /** Chunks in the readable classes. */
  readonly documents: number;
  readonly classes: ReadonlyMap<string, { readonly documents: number; readonly totalLength: number }>;
  /** Term → chunks with it. */
  readonly frequencies: ReadonlyMap<bigint, number>;
}

/** Below this every term is counted out. */
const ALWAYS_COUNTED = 2_000;
const MOST_COUNTED = 20_000;

/** A term in a quarter of all chunks is common; how common exactly is not worth the time of counting on. */
export function countedUpTo(documents: number): number {
  return Math.min(MOST_COUNTED, Math.max(ALWAYS_COUNTED, Math.ceil(documents / 4)));
}

/** One row may stand for a part of a class. */
export function classesOf(statistics: readonly ClassStatistics[]): Pick<Corpus, 'documents' | 'classes'> {
  const classes = new Map<string, { documents: number; totalLength: number }>();
  for (const { aclId, documents, totalLength } of statistics) {
    const known = classes.get(aclId) ?? { documents: 0, totalLength: 0 };
    classes.set(aclId, {
      documents: known.documents + documents,
      totalLength: known.totalLength + totalLength,
    });
  }
  return { classes, documents: statistics.reduce((sum, entry) => sum + entry.documents, 0) };
}

/** Sums by term. One that was not counted out is taken to be in half of the chunks. */
export function frequenciesOf(counts: readonly TermFrequency[], documents: number): Map<bigint, number> {
  const sums = new Map<bigint, number>();
  for (const { term, documents: counted } of counts) sums.set(term, (sums.get(term) ?? 0) + counted);
  const most = countedUpTo(documents);
  for (const [term, sum] of sums) if (sum >= most) sums.set(term, Math.max(sum, Math.ceil(documents / 2)));
  return sums;
}

/**
 * As the ranker takes it. It sums a term over the readable classes; that sum is all there is here, so it stands under
 * one of them.
 */
export function statisticsOf({ classes, frequencies }: Corpus) {
  const [first] = classes.keys();
  const nested = new Map(
    [...frequencies].map(([term, documents]) => [term, new Map([[first ?? '', documents]])] as const),
  );
  return { classes, frequencies: nested };
}
