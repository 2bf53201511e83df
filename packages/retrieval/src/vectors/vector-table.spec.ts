import fc from 'fast-check';
import { VectorTable } from './vector-table';

const DIMENSIONS = 20;
function unit(seed: number): Float32Array {
  const values = Array.from(
    { length: DIMENSIONS },
    (_, index) => Math.sin((seed + 1) * 12.9898 * (index + 1)) * 43.7 + Math.cos(seed * (index + 3)),
  );
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
}
function cosine(left: Float32Array, right: Float32Array): number {
  return left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
}

const step = fc.record({
  key: fc.nat(60),
  seed: fc.nat(500),
  accessClass: fc.nat(4),
  flag: fc.nat(1),
  remove: fc.boolean(),
});

describe('VectorTable', () => {
  it('equals a plain scan over the accepted rows after any inserts, replacements and removals', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 150 }),
        fc.nat(500),
        fc.uniqueArray(fc.nat(4)),
        (steps, querySeed, classes) => {
          const table = new VectorTable({ dimensions: DIMENSIONS, filterColumns: 1 });
          const rows = new Map<number, { vector: Float32Array; accessClass: number; flag: number }>();
          for (const { key, seed, accessClass, flag, remove } of steps) {
            if (remove) expect(table.remove(key)).toBe(rows.delete(key));
            else {
              rows.set(key, { vector: unit(seed), accessClass, flag });
              table.upsert({ key, vector: unit(seed), accessClass, filters: [flag] });
            }
          }
          expect(table.size).toBe(rows.size);
          const query = unit(querySeed);
          const accept = new Set(classes);
          const answer = table.search({
            vector: query,
            accept,
            limit: 10,
            rowFilter: (columns, offset) => columns[offset] === 1,
          });
          const wanted = [...rows].filter(([, row]) => accept.has(row.accessClass) && row.flag === 1);
          const scores = wanted
            .map(([, row]) => cosine(query, row.vector))
            .sort((left, right) => right - left);
          expect(answer.accepted).toBe(wanted.length);
          expect(answer.hits).toHaveLength(Math.min(10, wanted.length));
          answer.hits.forEach((hit, index) => {
            expect(hit.cosine).toBeCloseTo(scores[index] ?? 0, 1.5);
            expect(Math.abs(hit.cosine - cosine(query, rows.get(hit.key)?.vector ?? query))).toBeLessThan(
              0.02,
            );
          });
        },
      ),
    );
  });

  it('gives the same answer whatever rows of other classes came and went', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 80 }),
        fc.array(fc.nat(500), { minLength: 1, maxLength: 30 }),
        (hidden, seeds) => {
          const plain = new VectorTable({ dimensions: DIMENSIONS });
          const mixed = new VectorTable({ dimensions: DIMENSIONS });
          const queue = [...hidden];
          seeds.forEach((seed, key) => {
            const other = queue.pop();
            if (other !== undefined)
              mixed.upsert({ key: 1000 + other.key, vector: unit(other.seed), accessClass: 7 });
            mixed.upsert({ key, vector: unit(seed), accessClass: 1 });
            plain.upsert({ key, vector: unit(seed), accessClass: 1 });
            if (other?.remove === true) mixed.remove(1000 + other.key);
          });
          const query = { vector: unit(3), accept: new Set([1, 2]), limit: 5 };
          expect(mixed.search(query)).toEqual(plain.search(query));
        },
      ),
    );
  });

  it('grows past its first memory and finds a row by itself', () => {
    const table = new VectorTable({ dimensions: DIMENSIONS });
    for (let key = 0; key < 6000; key++) table.upsert({ key, vector: unit(key), accessClass: 0 });
    expect(table.search({ vector: unit(4321), accept: new Set([0]), limit: 1 }).hits[0]?.key).toBe(4321);
    expect(table.has(4321)).toBe(true);
  });

  it('refuses vectors without a direction and rows of another shape', () => {
    const table = new VectorTable({ dimensions: 3, filterColumns: 1 });
    const good = { key: 1, vector: Float32Array.from([1, 0, 0]), accessClass: 0, filters: [1] };
    for (const bad of [
      { ...good, vector: new Float32Array(3) },
      { ...good, vector: Float32Array.from([1, Number.NaN, 0]) },
      { ...good, vector: Float32Array.from([1, 0]) },
      { ...good, key: 0.5 },
      { ...good, accessClass: -1 },
      { ...good, filters: [] },
    ]) {
      expect(() => table.upsert(bad)).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }));
    }
    expect(table.size).toBe(0);
    expect(() => table.search({ vector: new Float32Array(3), accept: new Set([0]), limit: 1 })).toThrow(
      expect.objectContaining({ code: 'VALIDATION_FAILED' }),
    );
  });

  it('returns nothing without an accepted class', () => {
    const table = new VectorTable({ dimensions: DIMENSIONS });
    table.upsert({ key: 1, vector: unit(1), accessClass: 3 });
    expect(table.search({ vector: unit(1), accept: new Set(), limit: 5 })).toEqual({
      hits: [],
      accepted: 0,
      background: undefined,
    });
  });
});
