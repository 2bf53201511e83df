import type { CardKind } from '@memory-hub/contracts';
import type { CardAttribute, CardLanguage, SceneCard, StoredCard } from '@memory-hub/memory';
import type { TrustTier } from '../../retrieval';

export type CardState = 'live' | 'superseded' | 'archived';

/** One remembered fact as it is stored. */
export interface Card {
  readonly id: string;
  readonly spaceId: string;
  readonly aclId: string;
  readonly acl: readonly string[];
  readonly agentId: string;
  readonly agentOwnerId: string;
  readonly subjectId: string;
  readonly content: string;
  readonly kind: CardKind;
  readonly priority: number;
  readonly category: string;
  readonly tags: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly entities: readonly string[];
  readonly attribute: CardAttribute | null;
  readonly confidence: number;
  readonly speaker: string | null;
  readonly lang: CardLanguage;
  readonly trust: TrustTier;
  readonly flags: readonly string[];
  /** extracted from turns, or added outright. */
  readonly origin: 'extracted' | 'added';
  readonly state: CardState;
  readonly sceneId: string | null;
  readonly sceneTitle: string;
  readonly saidAt: Date;
  readonly eventTime: Date | null;
  readonly eventUntil: Date | null;
  readonly eventPrecision: string | null;
  readonly currentAt: Date;
  readonly validFrom: Date | null;
  readonly validTo: Date | null;
  readonly recordedAt: Date;
  readonly updatedAt: Date;
  readonly rev: number;
  readonly supersededBy: string | null;
  readonly retiredBecause: string | null;
  readonly unarbitrated: boolean;
  readonly conversationId: string | null;
  readonly rangeStart: number | null;
  readonly ordinal: number | null;
  readonly extractorVersion: string | null;
}

/** Words of a turn that a card rests on. */
export interface CardSource {
  readonly cardId: string;
  readonly conversationId: string;
  readonly seq: number;
  readonly startAt: number;
  readonly endAt: number;
}

export interface CardChange {
  readonly action: string;
  readonly before: Readonly<Record<string, unknown>>;
  readonly reason: string | null;
}

export function storedCard(card: Card): StoredCard {
  const { id, content, attribute, currentAt, speaker } = card;
  return { id, content, attribute, currentAt, speaker };
}

export function sceneCard(card: Card): SceneCard {
  const { id, content, kind, priority, category, tags, entities, attribute, speaker, currentAt } = card;
  return {
    id,
    content,
    kind,
    priority,
    category,
    tags,
    entities,
    attribute,
    scene: card.sceneTitle,
    speaker,
    language: card.lang,
    occurredAt: card.saidAt,
    currentAt,
    recordedAt: card.updatedAt,
  };
}
