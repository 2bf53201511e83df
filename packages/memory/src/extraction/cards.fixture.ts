import type { ExtractedCard, SourceTurn } from '../cards/card';
import { extractCards, type Extraction } from './extract-cards';

/** Wednesday, 10 April 2024, 10:00 in Shanghai. */
export const SAID = new Date('2024-04-10T02:00:00Z');
export const OPTIONS = { zone: 'Asia/Shanghai', now: new Date('2024-06-01T00:00:00Z') } as const;

let turnCount = 0;

export function turn(content: string, given: Partial<SourceTurn> = {}): SourceTurn {
  turnCount += 1;
  return { id: `turn-${turnCount}`, role: 'user', speaker: null, content, occurredAt: SAID, ...given };
}

export function extract(turns: readonly SourceTurn[], background: readonly SourceTurn[] = []): Extraction {
  return extractCards(turns, background, OPTIONS);
}

/** Cards of one turn of a person whose name is not known. */
export function cardsOf(content: string, given: Partial<SourceTurn> = {}): readonly ExtractedCard[] {
  return extract([turn(content, given)]).cards;
}

/** What the sources of a card point at. */
export function wordsOf(card: ExtractedCard, turns: readonly SourceTurn[]): string[] {
  return card.sources.map(
    ({ turnId, start, end }) => turns.find(({ id }) => id === turnId)?.content.slice(start, end) ?? '',
  );
}
