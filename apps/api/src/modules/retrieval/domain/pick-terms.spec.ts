import type { QueryTerm } from '@memory-hub/retrieval';
import { pickTerms } from './pick-terms';

const term = (hash: bigint, weight = 1): QueryTerm => ({ term: String(hash), hash, weight, kind: 'word' });

describe('terms that bring candidates', () => {
  it('are the rarest, until enough postings are read', () => {
    const found = new Map([
      [1n, 5_000],
      [2n, 10],
      [3n, 900],
      [4n, 4_000],
    ]);
    expect(pickTerms([term(1n), term(2n), term(3n), term(4n)], found, 10_000).terms).toEqual([2n, 3n, 4n]);
  });

  it('are at least one, and none that no chunk has', () => {
    expect(pickTerms([term(1n), term(2n)], new Map([[1n, 50_000]]), 60_000).terms).toEqual([1n]);
    expect(pickTerms([term(1n)], new Map(), 10)).toEqual({ terms: [], worth: [] });
  });

  it('are worth more the rarer and the weightier they are', () => {
    const [rare, common] = pickTerms(
      [term(1n), term(2n)],
      new Map([
        [1n, 1],
        [2n, 50],
      ]),
      100,
    ).worth;
    expect(rare).toBeGreaterThan(common ?? 0);
    const [heavy, light] = pickTerms(
      [term(1n, 2), term(2n, 1)],
      new Map([
        [1n, 5],
        [2n, 5],
      ]),
      100,
    ).worth;
    expect(heavy).toBeCloseTo(2 * (light ?? 0));
  });
});
