import { boostFactor, boostsOf } from './boosts';
import { withConversation, type ContextScore } from './conversation';
import { keywordVotes, readableDocuments, type KeywordVote } from './keyword-leg';
import { meaningLeg, type MeaningVote } from './meaning-leg';
import { phraseTest } from './phrases';
import { writingSystemOf } from './script';
import type { AppliedBoost, HitReasons, RankCandidate, RankedHit, RankInput } from './types';

/** Weight of meaning beside keyword = 1, each divided by its best of this query. Held on sets it was not chosen on. */
const MEANING_WEIGHT = 0.7;
const CHUNKS_PER_ITEM = 2;
const MATCHED_TERMS_SHOWN = 12;

interface Scored {
  readonly candidate: RankCandidate;
  readonly score: number;
  readonly context: ContextScore;
  readonly boosts: readonly AppliedBoost[];
}

interface Legs {
  readonly keyword: ReadonlyMap<string, KeywordVote>;
  readonly meaning: ReadonlyMap<string, MeaningVote>;
}

/**
 * The one ranker, for every engine: exact BM25 and centred cosine of what the database confirmed, each divided by its
 * best of this query, summed; conversations smoothed by their context; capped boosts; duplicates folded. Pure and
 * deterministic: the order of the candidates does not matter, ties are broken by id. Candidates of a class that is not
 * in the statistics are ignored. Returns nothing rather than noise when no candidate passes a floor.
 */
export function rank(input: RankInput): RankedHit[] {
  const { candidates, phrased } = admissible(input);
  const legs = askLegs(input, candidates);
  const fused = fuse(candidates, legs, phrased);
  const context = withConversation(candidates, fused);
  const scored: Scored[] = [];
  for (const candidate of candidates) {
    const around = context.get(candidate.id);
    if (around === undefined) continue;
    const boosts = boostsOf(candidate, input.now);
    scored.push({ candidate, context: around, boosts, score: around.score * boostFactor(boosts) });
  }
  scored.sort((left, right) => right.score - left.score || compareIds(left.candidate.id, right.candidate.id));
  const reasons = reasonsOf(legs);
  return withoutRepeats(scored)
    .slice(0, Math.max(0, input.limit))
    .map((entry) => ({ id: entry.candidate.id, itemId: entry.candidate.itemId, why: reasons(entry) }));
}

function askLegs(
  { query, terms, corpus, background }: RankInput,
  candidates: readonly RankCandidate[],
): Legs {
  const queryWriting = writingSystemOf(query);
  const meaning = meaningLeg(candidates, { background, documents: readableDocuments(corpus), queryWriting });
  const keyword = keywordVotes({ terms, candidates, corpus, alone: meaning.outcome === 'nothing' });
  return { keyword, meaning: meaning.votes };
}

/** Each id once, readable classes only, every phrase contained; in the order of ids. */
function admissible(input: RankInput): { candidates: RankCandidate[]; phrased: boolean } {
  const holdsPhrases = phraseTest(input.phrases);
  const byId = new Map<string, RankCandidate>();
  for (const candidate of input.candidates) {
    if (!input.corpus.classes.has(candidate.accessClass)) continue;
    if (!byId.has(candidate.id) && holdsPhrases(candidate.text)) byId.set(candidate.id, candidate);
  }
  const candidates = [...byId.values()].sort((left, right) => compareIds(left.id, right.id));
  return { candidates, phrased: input.phrases.some((phrase) => phrase.trim() !== '') };
}

function fuse(candidates: readonly RankCandidate[], legs: Legs, phrased: boolean): Map<string, number> {
  const keywordBest = bestOf(legs.keyword);
  const meaningBest = bestOf(legs.meaning);
  const fused = new Map<string, number>();
  for (const { id } of candidates) {
    const keyword = (legs.keyword.get(id)?.score ?? 0) / keywordBest;
    const meaning = (legs.meaning.get(id)?.score ?? 0) / meaningBest;
    // Holding the exact phrase is a match by itself, also for a phrase of signs that has no terms.
    const score = keyword + MEANING_WEIGHT * meaning + (phrased ? 1 : 0);
    if (score > 0) fused.set(id, score);
  }
  return fused;
}

function bestOf(votes: ReadonlyMap<string, { readonly score: number }>): number {
  let best = 0;
  for (const vote of votes.values()) best = Math.max(best, vote.score);
  return best > 0 ? best : 1;
}

function compareIds(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** The first of equal texts, and at most two chunks of one item. */
function withoutRepeats(scored: readonly Scored[]): Scored[] {
  const texts = new Set<string>();
  const perItem = new Map<string, number>();
  return scored.filter(({ candidate }) => {
    const taken = perItem.get(candidate.itemId) ?? 0;
    if (texts.has(candidate.contentHash) || taken >= CHUNKS_PER_ITEM) return false;
    texts.add(candidate.contentHash);
    perItem.set(candidate.itemId, taken + 1);
    return true;
  });
}

function places(votes: ReadonlyMap<string, { readonly score: number }>): Map<string, number> {
  const order = [...votes].sort(
    ([leftId, left], [rightId, right]) => right.score - left.score || compareIds(leftId, rightId),
  );
  return new Map(order.map(([id], index) => [id, index + 1]));
}

function reasonsOf(legs: Legs): (entry: Scored) => HitReasons {
  const keywordPlaces = places(legs.keyword);
  const meaningPlaces = places(legs.meaning);
  return ({ candidate: { id }, context, boosts }) => {
    const keyword = legs.keyword.get(id);
    const meaning = legs.meaning.get(id);
    return {
      ...(keyword && { keyword: { rank: keywordPlaces.get(id) ?? 0, matched: shownTerms(keyword) } }),
      ...(meaning && { meaning: { rank: meaningPlaces.get(id) ?? 0, similarity: meaning.similarity } }),
      ...(context.lifted.length > 0 && { context: context.lifted }),
      boosts,
    };
  };
}

/** Matched terms, strongest first; pieces of a longer matched term are not repeated. */
function shownTerms(vote: KeywordVote): string[] {
  const all = vote.matched.map((term) => term.term);
  const whole = all.filter(
    (term) => !all.some((other) => other.length > term.length && other.includes(term)),
  );
  return whole.slice(0, MATCHED_TERMS_SHOWN);
}
