import type { QueryTerm } from '@memory-hub/retrieval';

/** Postings that one query may read for candidates; the rarest terms come first, so the bound costs no good hit. */
const POSTINGS_READ = 6_000;

/**
 * Chooses the terms that bring candidates: the rarest until about 6,000 postings are read, at least one. `worth` is
 * weight × inverse document frequency, only to cut the list; the ranker computes exact scores.
 */
export function pickTerms(
  terms: readonly QueryTerm[],
  found: ReadonlyMap<bigint, number>,
  documents: number,
): { terms: bigint[]; worth: number[] } {
  const known = terms
    .map((term) => ({ term, documents: found.get(term.hash) ?? 0 }))
    .filter((entry) => entry.documents > 0)
    .sort(
      (a, b) =>
        a.documents - b.documents || b.term.weight - a.term.weight || (a.term.hash < b.term.hash ? -1 : 1),
    );
  const picked: { terms: bigint[]; worth: number[] } = { terms: [], worth: [] };
  let read = 0;
  for (const entry of known) {
    if (picked.terms.length > 0 && read + entry.documents > POSTINGS_READ) break;
    read += entry.documents;
    picked.terms.push(entry.term.hash);
    picked.worth.push(
      entry.term.weight *
        Math.log(1 + (Math.max(documents - entry.documents, 0) + 0.5) / (entry.documents + 0.5)),
    );
  }
  return picked;
}
