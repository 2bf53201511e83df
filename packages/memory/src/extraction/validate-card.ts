import { CARD_KINDS, LIMITS } from '@memory-hub/contracts';
import type { ExtractedCard, SourceTurn } from '../cards/card';

export type CardFault =
  | 'empty_content'
  | 'content_too_long'
  | 'unknown_kind'
  | 'priority_out_of_range'
  | 'confidence_out_of_range'
  | 'no_source'
  | 'unknown_turn'
  | 'wrong_span'
  | 'empty_span'
  | 'bad_time'
  | 'too_many_tags';

/**
 * Why a card of an extractor may not be stored, or null. Takes what a model may answer, so nothing is believed:
 * spans must lie inside their turn, hold words, and split no surrogate pair.
 */
export function validateCard(
  card: Omit<ExtractedCard, 'kind'> & { readonly kind: string },
  turns: ReadonlyMap<string, SourceTurn>,
): CardFault | null {
  if (!/[\p{L}\p{N}]/u.test(card.content)) return 'empty_content';
  if (card.content.length > LIMITS.cardCharacters) return 'content_too_long';
  if (!CARD_KINDS.some((kind) => kind === card.kind)) return 'unknown_kind';
  if (!Number.isInteger(card.priority) || card.priority < -1 || card.priority > 100)
    return 'priority_out_of_range';
  if (!(card.confidence >= 0 && card.confidence <= 1)) return 'confidence_out_of_range';
  if (card.tags.length > LIMITS.tags) return 'too_many_tags';
  return timeFault(card) ?? sourceFault(card, turns);
}

function timeFault(
  card: Pick<ExtractedCard, 'eventTime' | 'occurredAt' | 'validFrom' | 'currentAt'>,
): CardFault | null {
  const times = [
    card.occurredAt,
    card.validFrom,
    card.currentAt,
    ...(card.eventTime ? [card.eventTime.from, card.eventTime.to] : []),
  ];
  if (times.some((time) => Number.isNaN(time.getTime()))) return 'bad_time';
  return card.eventTime && card.eventTime.from.getTime() >= card.eventTime.to.getTime() ? 'bad_time' : null;
}

function sourceFault(
  card: Pick<ExtractedCard, 'sources'>,
  turns: ReadonlyMap<string, SourceTurn>,
): CardFault | null {
  if (card.sources.length === 0) return 'no_source';
  for (const { turnId, start, end } of card.sources) {
    const turn = turns.get(turnId);
    if (!turn) return 'unknown_turn';
    if (!Number.isInteger(start) || !Number.isInteger(end) || start < 0 || end > turn.content.length)
      return 'wrong_span';
    if (start >= end || turn.content.slice(start, end).trim() === '') return 'empty_span';
    if (splitsPair(turn.content, start) || splitsPair(turn.content, end)) return 'wrong_span';
  }
  return null;
}

function splitsPair(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}
