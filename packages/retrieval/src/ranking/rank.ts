import { boostFactor, boostsOf } from './boosts';
import { withConversation, type ContextScore } from './conversation';
import { keywordMatches, keywordVotes, readableDocuments, type KeywordVote } from './keyword-leg';
import { meaningLeg, type MeaningVote } from './meaning-leg';
import { phraseTest } from './phrases';
import { writingPairs, type WritingPair } from './script';
import type { AppliedBoost, HitReasons, RankCandidate, RankedHit, RankInput } from './types';

/** Distance above the background at which meaning counts as much as holding every word of the query once. */
const CLEAR_MEANING = 0.5;
/**
 * A text in the other writing system cannot hold the words. Share of its meaning that stands in for them: at 0 every
 * text with a common word comes first, at 1 the answers in the asker's own language suffer.
 */
const WORDS_FROM_MEANING = 0.3;
const CHUNKS_PER_ITEM = 2;
const MATCHED_TERMS_SHOWN = 12;

interface Scored {
  readonly candidate: RankCandidate;
  readonly score: number;
  readonly context: ContextScore;
  readonly boosts: readonly AppliedBoost[];
}

interface Legs {
  readonly writing: ReadonlyMap<string, WritingPair>;
  /** Worth of the whole query in words. */
  readonly asked: number;
  readonly keyword: ReadonlyMap<string, KeywordVote>;
  readonly meaning: ReadonlyMap<string, MeaningVote>;
}

/**
 * The one ranker, for every engine: exact BM25 and centred cosine of what the database confirmed, each in its own unit
 * (see `fuse`), summed; conversations smoothed by their context; capped boosts; duplicates folded. Pure and
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
    scored.push({
      candidate,
      context: around,
      boosts,
      score: around.score * boostFactor(boosts),
    });
  }
  scored.sort((left, right) => right.score - left.score || compareIds(left.candidate.id, right.candidate.id));
  const reasons = reasonsOf(legs);
  return withoutRepeats(scored)
    .slice(0, Math.max(0, input.limit))
    .map((entry) => ({
      id: entry.candidate.id,
      itemId: entry.candidate.itemId,
      why: reasons(entry),
    }));
}

function askLegs(input: RankInput, candidates: readonly RankCandidate[]): Legs {
  const { query, terms, corpus, background, contextBackground } = input;
  const scope = background?.vectors ?? readableDocuments(corpus);
  const writing = writingPairs(query, candidates);
  const matches = keywordMatches({ terms, candidates, corpus, scope });
  const meaning = meaningLeg(candidates, {
    background,
    contextBackground,
    scope,
    writing,
    wordShare: (id) => matches.votes.get(id)?.share ?? 0,
  });
  const keyword = keywordVotes(matches, {
    candidates,
    scope,
    alone: meaning.outcome === 'nothing',
  });
  return { writing, asked: matches.asked, keyword, meaning: meaning.votes };
}

/** Each id once, readable classes only, every phrase contained; in the order of ids. */
function admissible(input: RankInput): {
  candidates: RankCandidate[];
  phrased: boolean;
} {
  const holdsPhrases = phraseTest(input.phrases);
  const byId = new Map<string, RankCandidate>();
  for (const candidate of input.candidates) {
    if (!input.corpus.classes.has(candidate.accessClass)) continue;
    if (!byId.has(candidate.id) && holdsPhrases(candidate.text)) byId.set(candidate.id, candidate);
  }
  const candidates = [...byId.values()].sort((left, right) => compareIds(left.id, right.id));
  return {
    candidates,
    phrased: input.phrases.some((phrase) => phrase.trim() !== ''),
  };
}

/**
 * Sum of both legs. The unit of a leg is the geometric mean of its best score of this query and of the score of a clear
 * answer: a leg whose best holds a quarter of the query, or is barely near, weighs half, and cannot drag a sure one.
 */
function fuse(candidates: readonly RankCandidate[], legs: Legs, phrased: boolean): Map<string, number> {
  const keywordUnit = Math.sqrt(bestOf(legs.keyword) * (legs.asked > 0 ? legs.asked : 1));
  const meaningUnit = Math.sqrt(bestOf(legs.meaning) * CLEAR_MEANING);
  const fused = new Map<string, number>();
  for (const { id } of candidates) {
    const meaning = (legs.meaning.get(id)?.score ?? 0) / meaningUnit;
    const words = (legs.keyword.get(id)?.score ?? 0) / keywordUnit;
    const instead = legs.writing.get(id) === 'across' ? WORDS_FROM_MEANING * meaning : 0;
    // Holding the exact phrase is a match by itself, also for a phrase of signs that has no terms.
    const score = Math.max(words, instead) + meaning + (phrased ? 1 : 0);
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
      ...(keyword && {
        keyword: {
          rank: keywordPlaces.get(id) ?? 0,
          matched: shownTerms(keyword),
        },
      }),
      ...(meaning && {
        meaning: {
          rank: meaningPlaces.get(id) ?? 0,
          similarity: meaning.similarity,
        },
      }),
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
