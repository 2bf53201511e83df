import { newId, type CardKind } from '@memory-hub/contracts';
import { isInstructionLike, type ExtractedCard, type StatementDescription } from '@memory-hub/memory';
import type { TrustTier } from '../retrieval';
import type { Conversation } from './domain/conversation';
import type { Turn } from './domain/turn';
import type { NewCard } from './arbitration.service';
import type { Card } from './domain/card';

interface Keeper {
  readonly spaceId: string;
  readonly aclId: string;
  readonly acl: readonly string[];
  readonly agentId: string;
  readonly agentOwnerId: string;
  readonly subjectId: string;
}

/** A card of an extraction run. Run, place and version make it unique, so that repeating the run adds nothing. */
export function extractedCard(
  card: ExtractedCard,
  run: {
    conversation: Conversation;
    turns: readonly Turn[];
    rangeStart: number;
    ordinal: number;
    version: string;
    now: Date;
  },
): NewCard {
  const id = newId();
  const seqs = new Map(run.turns.map((turn) => [turn.id, turn.seq]));
  return {
    card: {
      ...described(card, run.conversation, { id, now: run.now, trust: 'own_user' }),
      origin: 'extracted',
      conversationId: run.conversation.id,
      rangeStart: run.rangeStart,
      ordinal: run.ordinal,
      extractorVersion: run.version,
    },
    sources: card.sources.map((span) => ({
      cardId: id,
      conversationId: run.conversation.id,
      seq: seqs.get(span.turnId) ?? 0,
      startAt: span.start,
      endAt: span.end,
    })),
    correction: card.correction,
  };
}

/** A card that somebody asked to remember outright. */
export function addedCard(
  description: StatementDescription,
  input: {
    keeper: Keeper;
    now: Date;
    trust: TrustTier;
    kind?: CardKind | undefined;
    category?: string | undefined;
    tags?: readonly string[] | undefined;
    metadata?: Readonly<Record<string, unknown>> | undefined;
  },
): Card {
  const card = described(description, input.keeper, { id: newId(), now: input.now, trust: input.trust });
  return {
    ...card,
    category: input.category ?? card.category,
    tags: input.tags ?? card.tags,
    metadata: input.metadata ?? {},
    unarbitrated: true,
  };
}

function described(
  card: StatementDescription,
  keeper: Keeper,
  made: { id: string; now: Date; trust: TrustTier },
): Card {
  return {
    id: made.id,
    spaceId: keeper.spaceId,
    aclId: keeper.aclId,
    acl: keeper.acl,
    agentId: keeper.agentId,
    agentOwnerId: keeper.agentOwnerId,
    subjectId: keeper.subjectId,
    content: card.content,
    kind: card.kind,
    priority: card.priority,
    category: card.category,
    tags: card.tags,
    metadata: {},
    entities: card.entities,
    attribute: card.attribute,
    confidence: card.confidence,
    speaker: card.speaker,
    lang: card.language,
    trust: made.trust,
    flags: isInstructionLike(card.content) ? ['instruction_like'] : [],
    origin: 'added',
    state: 'live',
    sceneId: null,
    sceneTitle: card.scene,
    saidAt: card.occurredAt,
    eventTime: card.eventTime?.from ?? card.occurredAt,
    eventUntil: card.eventTime?.to ?? null,
    eventPrecision: card.eventTime?.precision ?? null,
    currentAt: card.currentAt,
    validFrom: card.validFrom,
    validTo: null,
    recordedAt: made.now,
    updatedAt: made.now,
    rev: 1,
    supersededBy: null,
    retiredBecause: null,
    unarbitrated: false,
    conversationId: null,
    rangeStart: null,
    ordinal: null,
    extractorVersion: null,
  };
}
