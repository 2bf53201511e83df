import { normalise } from './normalise';
import { termHash } from './term-hash';
import { scanTerms } from './tokenize';

/** What is stored of a chunk for the keyword leg: distinct terms, how often each occurs (≥ 1), the BM25 length. */
export interface DocumentTerms {
  readonly hashes: bigint[];
  readonly counts: number[];
  readonly length: number;
}

/** Terms of a text to store. `hashes` ascend, so that equal texts give equal rows. */
export function documentTerms(text: string): DocumentTerms {
  const counted = new Map<string, number>();
  let length = 0;
  scanTerms(normalise(text).text, {
    term(term) {
      counted.set(term, (counted.get(term) ?? 0) + 1);
    },
    length(amount) {
      length += amount;
    },
  });
  const rows = [...counted].map(([term, count]) => ({ hash: termHash(term), count }));
  rows.sort((left, right) => (left.hash < right.hash ? -1 : 1));
  return {
    hashes: rows.map((row) => row.hash),
    counts: rows.map((row) => row.count),
    length: Math.ceil(length),
  };
}
