import { termHash } from './term-hash';
import type { TokenKind } from './token';
import { tokenize } from './tokenize';

export interface QueryTerm {
  readonly term: string;
  readonly hash: bigint;
  /** Weight of the term in this query before its rarity is known, > 0. */
  readonly weight: number;
  readonly kind: TokenKind;
}

/** Longest part of a pasted text that is read for terms. UTF-16 units. */
const MAX_QUERY_TEXT = 64 * 1024;

/**
 * The most informative terms of a query, strongest first. A term said several times weighs a little more (1 + log2,
 * at most threefold); between equal weights the longer term wins, because it is the rarer one, then the earlier one.
 */
export function queryTerms(text: string, max = 64): QueryTerm[] {
  const found = new Map<string, { weight: number; kind: TokenKind; times: number }>();
  for (const token of tokenize(text.slice(0, MAX_QUERY_TEXT), 'query')) {
    const known = found.get(token.term);
    if (known === undefined) found.set(token.term, { weight: token.weight, kind: token.kind, times: 1 });
    else {
      known.times++;
      if (token.weight > known.weight) Object.assign(known, { weight: token.weight, kind: token.kind });
    }
  }
  const terms = [...found].map(([term, { weight, kind, times }]) => {
    return { term, kind, weight: weight * Math.min(3, 1 + Math.log2(times)) };
  });
  terms.sort((left, right) => strength(right) - strength(left));
  return terms.slice(0, Math.max(0, max)).map((entry) => ({ ...entry, hash: termHash(entry.term) }));
}

function strength({ term, weight }: { term: string; weight: number }): number {
  return weight * (1 + Math.min(term.length, 12) / 100);
}
