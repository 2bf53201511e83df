import { documentTerms } from '../terms/document-terms';
import { queryTerms } from '../terms/query-terms';
import type { CorpusStatistics, RankCandidate, RankInput } from './types';

const YEAR_BEFORE = new Date('2025-11-30T00:00:00Z');

/** A candidate with the terms of its text; every field may be set. */
export function candidate(id: string, text: string, fields: Partial<RankCandidate> = {}): RankCandidate {
  const { hashes, counts, length } = documentTerms(text);
  return {
    id,
    itemId: `item-${id}`,
    accessClass: 'team',
    contentHash: `hash-${id}`,
    terms: { hashes, counts },
    length,
    recordedAt: YEAR_BEFORE,
    trust: 'ordinary',
    heat: 0,
    text,
    ...fields,
  };
}

/** Statistics counted from candidates, per access class. `padding` adds documents without any of the terms. */
export function corpusOf(candidates: readonly RankCandidate[], { padding = 0 } = {}): CorpusStatistics {
  const classes = new Map<string, { documents: number; totalLength: number }>();
  const frequencies = new Map<bigint, Map<string, number>>();
  for (const { accessClass, length, terms } of candidates) {
    const known = classes.get(accessClass) ?? {
      documents: padding,
      totalLength: padding * 10,
    };
    classes.set(accessClass, {
      documents: known.documents + 1,
      totalLength: known.totalLength + length,
    });
    for (const hash of terms.hashes) {
      const counted = frequencies.get(hash) ?? new Map<string, number>();
      frequencies.set(hash, counted.set(accessClass, (counted.get(accessClass) ?? 0) + 1));
    }
  }
  return { classes, frequencies };
}

/** A search over a corpus of 200 documents and more, in which the floors apply. */
export function rankInput(
  query: string,
  candidates: readonly RankCandidate[],
  fields: Partial<RankInput> = {},
): RankInput {
  return {
    query,
    terms: queryTerms(query),
    phrases: [],
    candidates,
    corpus: corpusOf(candidates, { padding: 200 }),
    now: new Date('2026-11-30T00:00:00Z'),
    limit: 20,
    ...fields,
  };
}
