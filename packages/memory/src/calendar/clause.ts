import type { DateContext } from './mention';

export type Tense = DateContext['tense'];

/** A verb or word that tells when its clause plays. 0: it tells of something that was said, and not when that happens. */
export interface TenseCue {
  readonly start: number;
  readonly end: number;
  readonly tense: Tense;
}

export interface Clause {
  readonly start: number;
  readonly end: number;
}

const BREAK =
  /\s(?:and|but|while|whereas)\s(?=(?:he|she|it|we|they|i|there|who)\b|(?:the|an?|my|our|his|her|their|its)(?: [\w'’-]+){3,6} (?:on|in|by|from|until)\b)|[,，、](?!\d)|[;；。!！?？：]|[.:](?=\s|$)|\s[-–—]+\s|—+|[()（）]/gi;

/** Clauses of a sentence between commas and the like, and the groups of them that a harder stop separates. */
function clausesOf(sentence: string): Clause[][] {
  const groups: Clause[][] = [[]];
  let start = 0;
  const close = (end: number): void => {
    if (end > start) groups.at(-1)?.push({ start, end });
  };
  for (const match of sentence.matchAll(BREAK)) {
    close(match.index);
    start = match.index + match[0].length;
    // A new subject or a stop: what stands there has its own verb and takes none from before.
    if (/[;；。!！?？.a-z]/i.test(match[0])) groups.push([]);
  }
  close(sentence.length);
  return groups;
}

/** The clause that holds a place, with the others of its group, the nearest first and the following before the one before. */
export function clausesAround(
  sentence: string,
  at: number,
): { own: Clause; others: readonly Clause[] } | null {
  for (const group of clausesOf(sentence)) {
    const index = group.findIndex(({ start, end }) => at >= start && at < end);
    const own = group[index];
    if (!own) continue;
    const rest = group.map((clause, place) => ({
      clause,
      gap: Math.abs(place - index),
      after: place > index,
    }));
    const others = rest
      .filter(({ gap }) => gap > 0)
      .sort((a, b) => a.gap - b.gap || Number(b.after) - Number(a.after))
      .map(({ clause }) => clause);
    return { own, others };
  }
  return null;
}

export function cuesOf(sentence: string, rules: readonly (readonly [Tense, RegExp])[]): TenseCue[] {
  const cues: TenseCue[] = [];
  for (const [tense, pattern] of rules) {
    for (const match of sentence.matchAll(pattern)) {
      const cue = { start: match.index, end: match.index + match[0].length, tense };
      if (!cues.some((other) => cue.start < other.end && other.start < cue.end)) cues.push(cue);
    }
  }
  return cues.sort((a, b) => a.start - b.start);
}
