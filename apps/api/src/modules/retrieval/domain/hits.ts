import { snippet, type RankedHit } from '@memory-hub/retrieval';
import type { ConfirmedChunk } from './confirmed-chunk';
import type { Hit } from './retrieval-query';

const SNIPPET_CHARACTERS = 280;

/** Hits with snippets cut from what Postgres holds now. */
export function hitsOf(ranked: readonly { hit: RankedHit; chunk: ConfirmedChunk; cosine: number | undefined }[], phrases: readonly string[]): Hit[] {
  return ranked.map(({ hit, chunk, cosine }) => {
    const { text, highlights } = snippet(chunk.body, { terms: hit.why.keyword?.matched ?? [], phrases }, SNIPPET_CHARACTERS);
    const { no: _no, contentHash: _hash, terms: _terms, counts: _counts, length: _length, heat: _heat, vector: _vector, ordinal: _ordinal, lang, aclId: _acl, ...fields } = chunk;
    return { ...fields, snippet: { text, highlights, lang }, why: hit.why, cosine };
  });
}
