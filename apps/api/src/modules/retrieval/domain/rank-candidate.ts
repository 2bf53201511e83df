import { centredCosine } from '@memory-hub/models';
import { dequantise, type RankCandidate } from '@memory-hub/retrieval';
import type { ConfirmedChunk } from './confirmed-chunk';
import { textToEmbed } from './text-to-embed';
import type { TrustTier } from './indexed-item';

const TRUST: Readonly<Record<TrustTier, RankCandidate['trust']>> = {
  reviewed: 'verified',
  own_user: 'ordinary',
  own_agent: 'ordinary',
  imported: 'ordinary',
  other_agent: 'unreviewed',
};

/** Cosine of query and chunk in the language-centred space; undefined while the chunk has no vector. */
export function cosineOf(query: Float32Array | null, chunk: ConfirmedChunk): number | undefined {
  if (query === null || chunk.vector === null) return undefined;
  return centredCosine(query, dequantise(chunk.vector), textToEmbed(chunk));
}

export function candidateOf(chunk: ConfirmedChunk, cosine: number | undefined): RankCandidate {
  return {
    id: String(chunk.no),
    itemId: chunk.itemId,
    layer: chunk.layer ?? undefined,
    accessClass: chunk.aclId,
    contentHash: chunk.contentHash,
    terms: { hashes: chunk.terms, counts: chunk.counts },
    length: chunk.length,
    cosine,
    conversation:
      chunk.conversationId === null || chunk.position === null || chunk.layer !== 'L0'
        ? undefined
        : { sessionId: chunk.conversationId, position: chunk.position },
    eventTime: chunk.eventTime ?? undefined,
    recordedAt: chunk.recordedAt,
    trust: TRUST[chunk.trust],
    heat: chunk.heat,
    text: `${chunk.title}\n${chunk.body}`,
  };
}
