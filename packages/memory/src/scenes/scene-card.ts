import type { CardKind } from '@memory-hub/contracts';
import type { CardAttribute, CardLanguage } from '../cards/card';

/** What scenes and personas read of a live card. */
export interface SceneCard {
  readonly id: string;
  readonly content: string;
  readonly kind: CardKind;
  readonly priority: number;
  readonly category: string;
  readonly tags: readonly string[];
  readonly entities: readonly string[];
  readonly attribute: CardAttribute | null;
  /** Title that the extractor gave. */
  readonly scene: string;
  readonly speaker: string | null;
  readonly language: CardLanguage;
  /** When it was said. */
  readonly occurredAt: Date;
  readonly currentAt: Date;
  /** When it was stored or last changed. */
  readonly recordedAt: Date;
  /** A person looked at an instruction-like card and let it pass. */
  readonly cleared?: boolean;
}

/** One order for the same set of cards: by when they were said, then by id. */
export function inOrder<Card extends Pick<SceneCard, 'id' | 'occurredAt'>>(cards: readonly Card[]): Card[] {
  return [...cards].sort(
    (a, b) => a.occurredAt.getTime() - b.occurredAt.getTime() || compareText(a.id, b.id),
  );
}

/** Absolute rules first, then by priority, then the more current, then by id. */
export function byImportance(a: SceneCard, b: SceneCard): number {
  return weight(b) - weight(a) || b.currentAt.getTime() - a.currentAt.getTime() || compareText(a.id, b.id);
}

/** Code-unit order: the same on every machine and in every locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const weight = (card: SceneCard): number => (card.priority < 0 ? 1000 : card.priority);
