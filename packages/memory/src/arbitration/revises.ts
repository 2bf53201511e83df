import type { CardAttribute } from '../cards/card';
import { frameOf, type Frame } from './frame';
import type { ValueKind } from './typed-values';

/** What the comparison of two cards reads. */
export interface Told {
  readonly content: string;
  readonly speaker: string | null;
  readonly attribute?: CardAttribute | null;
}

/** `replaces`: said of the same thing, as a change. `may_replace`: perhaps. `none`: two facts. */
export type Revision = 'replaces' | 'may_replace' | 'none';

/** Words that the shorter of two statements may leave out. */
const MAX_LEFT_OUT = 3;
/** Words that a correction may add; with more it tells of something narrower. */
const MAX_ADDED = 1;
const frames = new WeakMap<Told, Frame>();

/** Whether a later statement puts another date, number, time or name in the place of an earlier one. */
export function revisionOf(later: Told, earlier: Told): Revision {
  if (!sameSpeaker(later.speaker, earlier.speaker)) return 'none';
  if (!sameSubject(later.attribute ?? null, earlier.attribute ?? null)) return 'none';
  const [next, before] = [framed(later), framed(earlier)];
  if (next.people !== before.people || next.condition !== before.condition) return 'none';
  const kinds = changedKinds(next, before);
  if (kinds.length === 0 || next.negated !== before.negated) return 'none';
  const topics = topicsOf(next, before);
  if (topics === 'apart') return 'none';
  const certain =
    next.changed &&
    !next.adds &&
    topics === 'same' &&
    isOneChange(kinds) &&
    kinds.every((kind) => isSingle(kind, next, before));
  return certain ? 'replaces' : 'may_replace';
}

/** Whether two statements give the same values of every kind that both give. */
export function sameValues(a: Told, b: Told): boolean {
  const [left, right] = [framed(a).values, framed(b).values];
  return [...left].every(([kind, values]) => {
    const others = right.get(kind);
    return !others || (others.length === values.length && others.every((value) => values.includes(value)));
  });
}

/** Whether one of two live cards could have made the other outdated: the same attribute, or a frame with another value. */
export function mayBeOutdated(earlier: Told, later: Told): boolean {
  const [a, b] = [earlier.attribute, later.attribute];
  if (a && b && a.single && b.single && a.value !== b.value)
    if (a.subject === b.subject && a.attribute === b.attribute && a.condition === b.condition) return true;
  return revisionOf(later, earlier) !== 'none';
}

function framed(told: Told): Frame {
  const known = frames.get(told);
  if (known) return known;
  const frame = frameOf(told.content);
  frames.set(told, frame);
  return frame;
}

function sameSpeaker(a: string | null, b: string | null): boolean {
  return a === null || b === null || a.toLowerCase() === b.toLowerCase();
}

/** "The deadline" and "my deadline" are one; a named person and the speaker are two. */
function sameSubject(a: CardAttribute | null, b: CardAttribute | null): boolean {
  if (!a || !b || a.subject === b.subject) return !a || !b || a.condition === b.condition;
  return a.subject === 'the' || b.subject === 'the';
}

/** Kinds of which both state a value and not the same; names that one side alone has are no change. */
function changedKinds(next: Frame, before: Frame): ValueKind[] {
  const kinds: ValueKind[] = [];
  for (const [kind, now] of next.values) {
    const then = before.values.get(kind);
    if (!then || now.every((value) => then.includes(value))) continue;
    const onlyNow = now.filter((value) => !then.includes(value));
    const onlyThen = then.filter((value) => !now.includes(value));
    if (onlyNow.length > 0 && onlyThen.length > 0) kinds.push(kind);
  }
  return kinds;
}

/** A date and its time may change together; a name beside them tells of something else. */
function isOneChange(kinds: readonly ValueKind[]): boolean {
  return kinds.length === 1 || kinds.every((kind) => /^(?:day|weekday|clock)$/.test(kind));
}

/** Each side has one value of the kind, or the old one is named as taken back. */
function isSingle(kind: ValueKind, next: Frame, before: Frame): boolean {
  const [now, then] = [next.values.get(kind) ?? [], before.values.get(kind) ?? []];
  if (then.some((value) => next.replaced.includes(value))) return now.length === 1;
  return now.length === 1 && then.length === 1;
}

function topicsOf(next: Frame, before: Frame): 'same' | 'near' | 'apart' {
  if (next.chineseTopic !== '' || before.chineseTopic !== '')
    return chineseTopics(next.chineseTopic, before.chineseTopic);
  const shared = [...next.topic].filter((term) => before.topic.has(term)).length;
  if (shared === 0) return 'apart';
  const added = next.topic.size - shared;
  const leftOut = before.topic.size - shared;
  if (added === 0 && leftOut <= MAX_LEFT_OUT) return 'same';
  if (leftOut === 0 && added <= MAX_ADDED) return 'same';
  return Math.min(added, leftOut) === 0 || shared * 2 > Math.min(next.topic.size, before.topic.size)
    ? 'near'
    : 'apart';
}

function chineseTopics(next: string, before: string): 'same' | 'near' | 'apart' {
  const [short, long] = next.length <= before.length ? [next, before] : [before, next];
  if (short.length < 2) return 'apart';
  if (long.includes(short)) return long.length - short.length <= 4 ? 'same' : 'near';
  return short.length >= 4 && sharedPairs(short, long) * 2 >= short.length ? 'near' : 'apart';
}

function sharedPairs(short: string, long: string): number {
  let shared = 0;
  for (let at = 0; at + 2 <= short.length; at += 1) if (long.includes(short.slice(at, at + 2))) shared += 1;
  return shared;
}
