import { snippet, type RankedHit } from '@memory-hub/retrieval';
import type { ConfirmedChunk } from './confirmed-chunk';
import type { Hit } from './retrieval-query';

const SNIPPET_CHARACTERS = 280;

/** A chunk that passed the ranker. */
export interface RankedChunk {
  readonly hit: RankedHit;
  readonly chunk: ConfirmedChunk;
  readonly cosine: number | undefined;
}

/** A hit with its snippet, cut from what Postgres holds now. */
export function hitOf({ hit, chunk, cosine }: RankedChunk, phrases: readonly string[]): Hit {
  const marks = { terms: hit.why.keyword?.matched ?? [], phrases };
  const { text, highlights } = snippet(chunk.body, marks, SNIPPET_CHARACTERS);
  return {
    itemId: chunk.itemId,
    kind: chunk.kind,
    layer: chunk.layer,
    assetId: chunk.assetId,
    agentId: chunk.agentId,
    subjectId: chunk.subjectId,
    conversationId: chunk.conversationId,
    position: chunk.position,
    path: chunk.path,
    title: chunk.title,
    body: chunk.body,
    snippet: { text, highlights, lang: chunk.lang },
    spaceId: chunk.spaceId,
    authorKind: chunk.authorKind,
    authorId: chunk.authorId,
    tags: chunk.tags,
    category: chunk.category,
    trust: chunk.trust,
    rev: chunk.rev,
    eventTime: chunk.eventTime,
    recordedAt: chunk.recordedAt,
    validTo: chunk.validTo,
    why: hit.why,
    cosine,
  };
}
