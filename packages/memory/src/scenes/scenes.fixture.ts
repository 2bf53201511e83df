import { extract, turn } from '../extraction/cards.fixture';
import type { SceneCard } from './scene-card';

const HOUR_MS = 3_600_000;
const START = new Date('2024-04-01T00:00:00Z').getTime();

/** Live cards of these messages, an hour apart, as the extractor makes them. */
export function sceneCards(messages: readonly string[], speaker: string | null = null): SceneCard[] {
  const turns = messages.map((content, at) =>
    turn(content, { speaker, occurredAt: new Date(START + at * HOUR_MS) }),
  );
  return extract(turns).cards.map((card, at) => ({
    ...card,
    id: `card-${String(at).padStart(3, '0')}`,
    recordedAt: card.occurredAt,
  }));
}
