import { factKey } from './fact-key';
import { contentTerms, featuresOf, guardsOf, type FactGuards } from './terms';

/** Highest likeness of two texts that differ in a number, a negation, a name or a condition. */
const DIFFERENT_FACT = 0.9;

/**
 * Likeness 0–1 of two facts by their words, for when there is no vector: weighted Dice of words and Chinese
 * character pairs. 1 only for the same words; at most 0.9 when a number, date, name, condition or "not" differs.
 */
export function textLikeness(a: string, b: string): number {
  const [left, right] = [readOf(a), readOf(b)];
  if (left.key === right.key) return 1;
  const total = left.weight + right.weight;
  if (total === 0) return 0;
  let shared = 0;
  for (const [feature, weight] of left.features) if (right.features.has(feature)) shared += 2 * weight;
  // Rounded, so that the order in which weights are added cannot show.
  const dice = Math.min(1, Math.round((shared / total) * 1e6) / 1e6);
  if (dice <= DIFFERENT_FACT) return dice;
  return sameGuards(guardsOf(a), guardsOf(b)) ? dice : DIFFERENT_FACT;
}

interface ReadText {
  readonly key: string;
  readonly features: ReadonlyMap<string, number>;
  readonly weight: number;
}

/** One text is compared with many others, so what was read of the last ones is kept. */
const KEPT_TEXTS = 512;
const read = new Map<string, ReadText>();

function readOf(text: string): ReadText {
  const known = read.get(text);
  if (known !== undefined) return known;
  const features = featuresOf(text);
  const made = { key: factKey(text), features, weight: weightOf(features) };
  const oldest = read.size >= KEPT_TEXTS ? read.keys().next().value : undefined;
  if (oldest !== undefined) read.delete(oldest);
  read.set(text, made);
  return made;
}

/**
 * Whether `whole` says everything that `part` says: all its words in the same order, the same negation, and none
 * of its numbers, names or conditions missing. "My sister likes tea" does not contain "I like tea".
 */
export function containsFact(whole: string, part: string): boolean {
  const [outer, inner] = [guardsOf(whole), guardsOf(part)];
  if (outer.negated !== inner.negated || outer.condition !== inner.condition) return false;
  const needed = contentTerms(part);
  const given = contentTerms(whole);
  if (needed.length < 2 || needed.length > given.length) return false;
  return isWithin(needed, given) && startsAlike(needed, given);
}

/** Neither numbers, negation, names nor conditions tell the two apart. */
export function sameGuards(a: FactGuards, b: FactGuards): boolean {
  return (
    a.negated === b.negated &&
    a.condition === b.condition &&
    a.numbers.join() === b.numbers.join() &&
    !namesDiffer(a.names, b.names)
  );
}

/** Each side names somebody or something that the other does not. */
function namesDiffer(a: readonly string[], b: readonly string[]): boolean {
  return a.some((name) => !b.includes(name)) && b.some((name) => !a.includes(name));
}

/** The parts occur in the whole in their order; gaps may only hold whole words, never split a Chinese one. */
function isWithin(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0;
  let runs = 0;
  let last = -2;
  for (const term of part) {
    at = whole.indexOf(term, at);
    if (at < 0) return false;
    if (at !== last + 1) runs += 1;
    last = at;
    at += 1;
  }
  // Single characters found far apart are chance, not the same words.
  return runs <= 1 + Math.floor(part.length / 3);
}

/** Both begin with the same subject. */
function startsAlike(part: readonly string[], whole: readonly string[]): boolean {
  return part[0] === whole[0] && (part[1] === whole[1] || !/^(?:i|my|we|our|我)$/.test(part[0] ?? ''));
}

function weightOf(features: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const weight of features.values()) sum += weight;
  return sum;
}
