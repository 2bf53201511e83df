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
  return centredCosine(query, dequantise(Buffer.from(chunk.vector, 'base64')), textToEmbed(chunk));
}

/** `terms`: those of the query, by their text form. */
export function candidateOf(
  chunk: ConfirmedChunk,
  cosine: number | undefined,
  terms: ReadonlyMap<string, bigint>,
): RankCandidate {
  return {
    id: String(chunk.no),
    itemId: chunk.itemId,
    layer: chunk.layer ?? undefined,
    accessClass: chunk.aclId,
    contentHash: chunk.contentHash,
    terms: termsOf(chunk, terms),
    length: chunk.length,
    cosine,
    conversation:
      chunk.conversationId === null || chunk.position === null || chunk.layer !== 'L0'
        ? undefined
        : { sessionId: chunk.conversationId, position: chunk.position, speaker: chunk.title },
    eventTime: chunk.eventTime ?? undefined,
    recordedAt: chunk.recordedAt,
    trust: TRUST[chunk.trust],
    heat: chunk.heat,
    text: `${chunk.title}\n${chunk.body}`,
  };
}

function termsOf({ matched }: ConfirmedChunk, terms: ReadonlyMap<string, bigint>): RankCandidate['terms'] {
  const hashes: bigint[] = [];
  const counts: number[] = [];
  const parts = matched === null ? [] : matched.split(' ');
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const hash = terms.get(parts[at] ?? '');
    if (hash === undefined) continue;
    hashes.push(hash);
    counts.push(Number(parts[at + 1]));
  }
  return { hashes, counts };
}
