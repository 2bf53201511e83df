import { quantise } from '@memory-hub/retrieval';
import type { ConfirmedChunk } from './confirmed-chunk';
import { candidateOf, cosineOf } from './rank-candidate';

const chunk = (more: Partial<ConfirmedChunk> = {}): ConfirmedChunk => ({
  no: 7n, itemId: 'item', ordinal: 0, kind: 'card', layer: 'L1', aclId: 'mine', spaceId: 'space', assetId: null, agentId: null, subjectId: null,
  conversationId: null, position: null, path: null, title: '', body: 'words', lang: 'en', tags: [], category: null, trust: 'own_agent',
  authorKind: 'agent', authorId: 'agent', contentHash: 'ab', matched: null, length: 3, rev: 1, eventTime: null, recordedAt: new Date(0),
  validTo: null, heat: 0, vector: null, ...more,
}); // prettier-ignore

describe('a confirmed chunk as the ranker takes it', () => {
  it('has the terms of the query that it holds, and no others', () => {
    const terms = new Map([
      ['-5', -5n],
      ['9', 9n],
    ]);
    expect(candidateOf(chunk({ matched: '-5 2 11 1 9 1' }), undefined, terms).terms).toEqual({
      hashes: [-5n, 9n],
      counts: [2, 1],
    });
    expect(candidateOf(chunk(), undefined, terms).terms).toEqual({ hashes: [], counts: [] });
  });

  it('has a place in a conversation only when it is a turn', () => {
    const place = { conversationId: 'c', position: 4, title: 'Ann' };
    expect(candidateOf(chunk({ layer: 'L0', ...place }), undefined, new Map()).conversation).toEqual({
      sessionId: 'c',
      position: 4,
      speaker: 'Ann',
    });
    expect(candidateOf(chunk(place), undefined, new Map()).conversation).toBeUndefined();
  });

  it('has a cosine when both sides have a vector', () => {
    const vector = Float32Array.from({ length: 384 }, (_nothing, index) => Math.sin(index));
    const stored = Buffer.from(quantise(vector)).toString('base64');
    expect(cosineOf(vector, chunk({ vector: stored }))).toEqual(expect.any(Number));
    expect(cosineOf(null, chunk({ vector: stored }))).toBeUndefined();
    expect(cosineOf(vector, chunk())).toBeUndefined();
  });
});
