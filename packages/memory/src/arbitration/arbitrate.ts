import type { CardAttribute } from '../cards/card';
import { containsFact, sameGuards, textLikeness } from './likeness';
import { revisionOf, sameValues } from './revises';
import { guardsOf } from './terms';

/** What arbitration reads of a card, new or stored. */
export interface ArbitrationCard {
  readonly content: string;
  readonly attribute: CardAttribute | null;
  /** Event time by which values of one attribute are ordered. */
  readonly currentAt: Date;
  readonly speaker: string | null;
  readonly correction?: boolean;
}

export interface StoredCard extends ArbitrationCard {
  readonly id: string;
}

export interface Candidate {
  readonly card: StoredCard;
  /** 0–1, calibrated: above 0.95 the two say the same. */
  readonly likeness: number;
}

/** A stored card by id, or an earlier card of the same batch by its place in it. */
export type CardRef = { readonly id: string } | { readonly batch: number };

export type DecisionCause =
  'unlike' | 'identical' | 'part_of_known' | 'extends_known' | 'value_changed' | 'older_value';

export type DecisionAction = 'skip' | 'update' | 'supersede' | 'add';

/**
 * What becomes of a new card. `skip`: the target gets its sources. `update`: the target gets its words and sources.
 * `supersede`: both stay, linked; `retires` says which of them is history, closed at `closesAt`.
 */
export interface Decision {
  readonly action: DecisionAction;
  readonly cause: DecisionCause;
  readonly target: CardRef | null;
  /** Further live cards of the same attribute that a supersede retires with the target. */
  readonly others: readonly CardRef[];
  readonly retires: 'target' | 'new' | null;
  readonly closesAt: Date | null;
}

/** From here on two cards say the same, unless a number, date, name, condition or "not" differs. */
const IDENTICAL = 0.95;
/** Words that a paraphrase still shares; below, a vector alone is not believed. */
const SHARED_WORDS = 0.3;
const MOSTLY_SHARED_WORDS = 0.7;

/**
 * Decides for every new card of a batch, in the order given. Cards of the batch are candidates for later ones.
 * Deterministic; nothing is retired but by a different value of the same subject, attribute and condition, or by a
 * statement of a change about the same thing.
 */
export function arbitrate(
  cards: readonly ArbitrationCard[],
  candidates: readonly (readonly Candidate[])[],
): Decision[] {
  const decisions: Decision[] = [];
  for (const [at, card] of cards.entries()) {
    const stored = (candidates[at] ?? []).map(({ card: known, likeness }) => ({
      ref: { id: known.id },
      card: known,
      likeness,
    }));
    const inBatch = cards.slice(0, at).flatMap((known, batch) => {
      const kept = decisions[batch]?.action;
      const live = kept === 'add' || (kept === 'supersede' && decisions[batch]?.retires === 'target');
      return live
        ? [{ ref: { batch }, card: known, likeness: textLikeness(card.content, known.content) }]
        : [];
    });
    decisions.push(decide(card, [...stored, ...inBatch]));
  }
  return decisions;
}

interface Rival {
  readonly ref: CardRef;
  readonly card: ArbitrationCard;
  readonly likeness: number;
}

function decide(card: ArbitrationCard, rivals: readonly Rival[]): Decision {
  const same = best(rivals.filter((rival) => isSame(card, rival)));
  if (same) return merged('skip', 'identical', same);
  const contradicted = rivals.filter((rival) => contradicts(card, rival.card));
  if (contradicted.length > 0) return superseded(card, contradicted);
  const revised = revisedBy(card, rivals);
  if (revised.length > 0) return superseded(card, revised);
  const comparable = rivals.filter((rival) => mayBeSameFact(card, rival.card));
  const wider = best(comparable.filter((rival) => containsFact(rival.card.content, card.content)));
  if (wider) return merged('skip', 'part_of_known', wider);
  const narrower = best(comparable.filter((rival) => containsFact(card.content, rival.card.content)));
  if (narrower) return merged('update', 'extends_known', narrower);
  return { action: 'add', cause: 'unlike', target: null, others: [], retires: null, closesAt: null };
}

/**
 * Earlier cards of the same frame with another value, when the new one says that it changed. Several different old
 * values leave open which is meant: then all stay.
 */
function revisedBy(card: ArbitrationCard, rivals: readonly Rival[]): Rival[] {
  const replaced = rivals.filter(
    (rival) =>
      rival.card.currentAt.getTime() <= card.currentAt.getTime() &&
      revisionOf(card, rival.card) === 'replaces',
  );
  return replaced.every((rival) => replaced.every((other) => sameValues(rival.card, other.card)))
    ? replaced
    : [];
}

function isSame(card: ArbitrationCard, { card: known, likeness }: Rival): boolean {
  if (!mayBeSameFact(card, known)) return false;
  const words = textLikeness(card.content, known.content);
  if (words === 1) return true;
  if (!sameGuards(guardsOf(card.content), guardsOf(known.content))) return false;
  // "I live in Berlin" and "I met Ana in Berlin": only one of them gives an attribute, so the words must agree more.
  const shared = Boolean(card.attribute) === Boolean(known.attribute) ? SHARED_WORDS : MOSTLY_SHARED_WORDS;
  return Math.max(likeness, words) > IDENTICAL && words >= shared;
}

/** Nobody knows two people's facts, or two values, to be one. */
function mayBeSameFact(a: ArbitrationCard, b: ArbitrationCard): boolean {
  if (a.speaker !== null && b.speaker !== null && a.speaker.toLowerCase() !== b.speaker.toLowerCase())
    return false;
  if (!a.attribute || !b.attribute) return true;
  return sameKey(a.attribute, b.attribute) && sameValue(a.attribute, b.attribute);
}

/** Same subject, attribute and condition, one value at a time, another value. A mere mention never retires. */
function contradicts(a: ArbitrationCard, b: ArbitrationCard): boolean {
  if (!a.attribute || !b.attribute) return false;
  // A change told in so many words ("… is now …") is one although there may be several such people.
  const single = (a.attribute.single && b.attribute.single) || (a.correction === true && a.attribute.single);
  return single && sameKey(a.attribute, b.attribute) && !sameValue(a.attribute, b.attribute);
}

function sameKey(a: CardAttribute, b: CardAttribute): boolean {
  return a.subject === b.subject && a.attribute === b.attribute && a.condition === b.condition;
}

/** "Berlin" and "Berlin, Germany" are one value told with more or less detail. */
function sameValue(a: CardAttribute, b: CardAttribute): boolean {
  const [left, right] = [a.value, b.value].map((value) =>
    value
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\s"'“”.,，。]+/g, ' ')
      .trim(),
  );
  return left === right;
}

function superseded(card: ArbitrationCard, rivals: readonly Rival[]): Decision {
  const newest = rivals.reduce((latest, rival) =>
    rival.card.currentAt.getTime() > latest.card.currentAt.getTime() ? rival : latest,
  );
  const others = rivals.filter((rival) => rival !== newest).map(({ ref }) => ref);
  // The later event is current, whichever arrived first; at the same instant the later statement counts.
  if (card.currentAt.getTime() >= newest.card.currentAt.getTime()) {
    return {
      action: 'supersede',
      cause: 'value_changed',
      target: newest.ref,
      others,
      retires: 'target',
      closesAt: card.currentAt,
    };
  }
  return {
    action: 'supersede',
    cause: 'older_value',
    target: newest.ref,
    others: [],
    retires: 'new',
    closesAt: newest.card.currentAt,
  };
}

function merged(action: 'skip' | 'update', cause: DecisionCause, rival: Rival): Decision {
  return { action, cause, target: rival.ref, others: [], retires: null, closesAt: null };
}

function best(rivals: readonly Rival[]): Rival | null {
  return rivals.reduce<Rival | null>(
    (top, rival) => (top === null || rival.likeness > top.likeness ? rival : top),
    null,
  );
}
