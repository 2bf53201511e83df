import type { Scope } from '../domain/scope';
import type { RetrievalQuery } from '../domain/retrieval-query';
import { VectorIndex, type IndexedVector } from './vector-index';

const direction = (axis: number): Float32Array =>
  Float32Array.from({ length: 384 }, (_nothing, index) => (index === axis ? 1 : 0));
const vector = (no: number, more: Partial<IndexedVector> = {}): IndexedVector => ({
  no: BigInt(no), vector: direction(0), aclId: 'mine', kind: 'card', spaceId: 'space', assetId: null, agentId: 'agent', subjectId: 'ann', conversationId: null, ...more,
}); // prettier-ignore
const scope = (query: Partial<RetrievalQuery> = {}, more: Partial<Scope> = {}): Scope => ({
  classes: ['mine'],
  mounted: null,
  now: new Date(0),
  query: { text: '', limit: 1, ...query },
  ...more,
});

describe('the index of vectors', () => {
  const index = new VectorIndex();
  index.learn([
    vector(1),
    vector(2, { aclId: 'theirs' }),
    vector(3, { kind: 'turn', conversationId: 'c1' }),
    vector(4, { kind: 'skill', assetId: 'a1', agentId: null, subjectId: null }),
    vector(5, { kind: 'skill', assetId: 'a2', agentId: null, subjectId: null, spaceId: 'other' }),
    vector(6, { kind: 'scene', subjectId: 'bob' }),
  ]);
  const found = (asked: Scope): number[] => index.search(asked, direction(0), 10).numbers.map(Number).sort();

  it('gives rows of the readable classes only', () => {
    expect(found(scope())).toEqual([1, 3, 4, 5, 6]);
    expect(found(scope({}, { classes: ['theirs', 'unknown'] }))).toEqual([2]);
    expect(found(scope({}, { classes: [] }))).toEqual([]);
  });

  it('narrows by every filter that it knows', () => {
    expect(found(scope({ kinds: ['skill'] }))).toEqual([4, 5]);
    expect(found(scope({ layers: ['L0', 'L2'] }))).toEqual([3, 6]);
    expect(found(scope({ spaceIds: ['other'] }))).toEqual([5]);
    expect(found(scope({ assetIds: ['a1'] }))).toEqual([4]);
    expect(found(scope({ agentIds: ['agent'], subjectId: 'ann' }))).toEqual([1, 3]);
    expect(found(scope({ conversationIds: ['c1', 'c2'] }))).toEqual([3]);
    expect(found(scope({ conversationId: 'unknown' }))).toEqual([]);
  });

  it('leaves out assets that are not mounted', () => {
    expect(found(scope({}, { mounted: ['a2'] }))).toEqual([1, 3, 5, 6]);
    expect(found(scope({}, { mounted: [] }))).toEqual([1, 3, 6]);
  });

  it('forgets what is gone and replaces what has changed', () => {
    const own = new VectorIndex();
    own.learn([vector(1), vector(2)]);
    own.forget([1n, 99n]);
    own.learn([vector(2, { vector: direction(1) })]);
    expect(own.size).toBe(1);
    expect(own.search(scope(), direction(1), 1).background?.mean).toBeCloseTo(1, 2);
  });

  it('says that it is not ready before the stored rows were loaded', () => {
    const own = new VectorIndex();
    expect(own.search(scope(), direction(0), 1)).toMatchObject({ ready: false, numbers: [] });
    own.markReady();
    expect(own.ready).toBe(true);
  });
});
