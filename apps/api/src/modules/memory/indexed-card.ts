import { EMBED_FIRST, type IndexedItem } from '../retrieval';
import type { Card } from './domain/card';

/** A card as the index sees it. */
export function indexedCard(card: Card): IndexedItem {
  return {
    itemId: card.id,
    kind: 'card',
    layer: 'L1',
    spaceId: card.spaceId,
    aclId: card.aclId,
    agentId: card.agentId,
    subjectId: card.subjectId,
    conversationId: card.conversationId,
    pieces: [{ title: '', body: card.content }],
    tags: card.tags,
    category: card.category,
    trust: card.trust,
    authorKind: 'agent',
    authorId: card.agentId,
    rev: card.rev,
    eventTime: card.eventTime,
    recordedAt: card.recordedAt,
    validTo: card.validTo,
    embedPriority: EMBED_FIRST.card,
  };
}
