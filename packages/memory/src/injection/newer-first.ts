import { mayBeOutdated } from '../arbitration/revises';

interface Dated {
  readonly content: string;
  readonly date: Date;
  readonly trust: string;
}

/** The order given, but a card that could have made another one outdated stands before it. Trust is never crossed. */
export function newerFirst<Card extends Dated>(cards: readonly Card[]): Card[] {
  const told = new Map(cards.map((card) => [card, { content: card.content, speaker: null }]));
  const ordered: Card[] = [];
  for (const card of cards) {
    const own = told.get(card);
    const at = ordered.findIndex((other) => {
      const earlier = told.get(other);
      return (
        own !== undefined &&
        earlier !== undefined &&
        other.trust === card.trust &&
        other.date.getTime() < card.date.getTime() &&
        mayBeOutdated(earlier, own)
      );
    });
    ordered.splice(at < 0 ? ordered.length : at, 0, card);
  }
  return ordered;
}
