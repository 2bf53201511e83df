import type { QueryTerm } from '../terms/query-terms';
import { isStopWord } from '../terms/stop-words';
import type { CorpusStatistics, RankCandidate } from './types';

/** Okapi BM25, Robertson and Zaragoza 2009: saturation of repeats, correction for length. */
const K1 = 1.2;
const B = 0.75;
/** Below this many documents, counted rarity is chance: it is held between the two bounds and no threshold applies. */
export const SMALL_CORPUS = 50;
const SMALL_CORPUS_RARITY = { min: 0.7, max: 2.5 } as const;
/**
 * A hit must hold this share of what the query says (weight × rarity), or it is noise: three times as much when vectors
 * were compared and none is about the query. From 0.25 to 0.35 that loses 0.3 points of the answers in public dialogues
 * and most of the nonsense that dialogues answer (12 to 2 of 500); in other texts it changes little.
 */
const FLOOR = { usual: 0.1, alone: 0.3 } as const;
/**
 * Share of a score that depends on how much of the query is held: three words said once tell more than one of them said
 * often, and than three of their common parts. Between 0 (plain BM25) and 1 the first places of public sets gain with it and
 * long lists of small facts lose a little: the middle.
 */
const COVERAGE = 0.6;
/** Function words and lone characters weigh less than this: alone they do not make a hit. */
const SUBSTANCE = 0.3;

export interface KeywordVote {
  readonly score: number;
  /** Share of what the query says (weight × rarity) that the chunk holds, 0…1. */
  readonly share: number;
  readonly matched: readonly QueryTerm[];
}

interface WeighedTerm {
  readonly term: QueryTerm;
  /** Weight × inverse document frequency over the readable classes. */
  readonly worth: number;
  /** More than a function word or a lone character of a longer run. */
  readonly substantial: boolean;
}

interface Corpus {
  readonly documents: number;
  readonly averageLength: number;
}

/** Chunks in the readable classes. */
export function readableDocuments({ classes }: CorpusStatistics): number {
  return [...classes.values()].reduce((sum, entry) => sum + entry.documents, 0);
}

function totals(statistics: CorpusStatistics): Corpus {
  const documents = readableDocuments(statistics);
  const totalLength = [...statistics.classes.values()].reduce((sum, entry) => sum + entry.totalLength, 0);
  return {
    documents,
    averageLength: documents > 0 && totalLength > 0 ? totalLength / documents : 1,
  };
}

function documentFrequency(hash: bigint, statistics: CorpusStatistics): number {
  let frequency = 0;
  for (const [accessClass, count] of statistics.frequencies.get(hash) ?? []) {
    if (statistics.classes.has(accessClass)) frequency += count;
  }
  return frequency;
}

/** BM25's idf in the form that stays positive: ln(1 + (N − n + ½) / (n + ½)). */
function rarity(frequency: number, documents: number): number {
  const held = Math.min(Math.max(frequency, 0), documents);
  const value = Math.log(1 + (documents - held + 0.5) / (held + 0.5));
  if (documents >= SMALL_CORPUS) return value;
  return Math.min(SMALL_CORPUS_RARITY.max, Math.max(SMALL_CORPUS_RARITY.min, value));
}

/** In a small corpus a shared character may be all the evidence there is; function words never are. */
function isSubstantial(term: QueryTerm, small: boolean): boolean {
  return small ? !isStopWord(term.term) : term.kind !== 'char' && term.weight >= SUBSTANCE;
}

function weigh(
  terms: readonly QueryTerm[],
  statistics: CorpusStatistics,
  { documents, small }: { documents: number; small: boolean },
): Map<bigint, WeighedTerm> {
  const weighed = new Map<bigint, WeighedTerm>();
  for (const term of terms) {
    const worth = term.weight * rarity(documentFrequency(term.hash, statistics), documents);
    weighed.set(term.hash, {
      term,
      worth,
      substantial: isSubstantial(term, small),
    });
  }
  return weighed;
}

export interface KeywordQuestion {
  readonly terms: readonly QueryTerm[];
  readonly candidates: readonly RankCandidate[];
  readonly corpus: CorpusStatistics;
  /** Chunks that the filters of the search leave. */
  readonly scope: number;
}

export interface KeywordMatches {
  /** Worth of all terms of the query: about the score of a chunk of ordinary length that says each of them once. */
  readonly asked: number;
  /** Chunks with a term that says something, or with any, when function words are all that was asked for. */
  readonly votes: ReadonlyMap<string, KeywordVote>;
  /** Whether a share below the floor is noise: not in a query of nothing but function words. */
  readonly hasFloor: boolean;
}

/** Exact BM25 of each candidate, with the statistics of the readable classes only; higher the more of the query it covers. */
export function keywordMatches({
  terms,
  candidates,
  corpus: statistics,
  scope,
}: KeywordQuestion): KeywordMatches {
  const corpus = totals(statistics);
  const weighed = weigh(terms, statistics, {
    documents: corpus.documents,
    small: scope < SMALL_CORPUS,
  });
  const entries = [...weighed.values()];
  const asked = entries.reduce((sum, entry) => sum + entry.worth, 0);
  const hasFloor = entries.some((entry) => entry.substantial);
  const votes = new Map<string, KeywordVote>();
  for (const candidate of candidates) {
    const match = matchCandidate(candidate, weighed, corpus);
    if (match.matched.length === 0 || (hasFloor && !match.substantial)) continue;
    const share = match.worth / asked;
    votes.set(candidate.id, {
      score: match.score * (1 - COVERAGE + COVERAGE * share),
      share,
      matched: match.matched,
    });
  }
  return { asked, votes, hasFloor };
}

/**
 * Votes above the floor. `alone`: vectors were compared and none is about the query. In a small scope rarity says
 * little, so only such a contradiction by meaning sets a threshold.
 */
export function keywordVotes(
  { votes, hasFloor }: KeywordMatches,
  { candidates, scope, alone }: { candidates: readonly RankCandidate[]; scope: number; alone: boolean },
): Map<string, KeywordVote> {
  const usual = scope < SMALL_CORPUS ? 0 : FLOOR.usual;
  const kept = new Map<string, KeywordVote>();
  for (const { id, cosine } of candidates) {
    const vote = votes.get(id);
    if (vote === undefined) continue;
    const floor = alone && cosine !== undefined ? FLOOR.alone : usual;
    if (!hasFloor || vote.share >= floor) kept.set(id, vote);
  }
  return kept;
}

function matchCandidate(candidate: RankCandidate, weighed: ReadonlyMap<bigint, WeighedTerm>, corpus: Corpus) {
  const { hashes, counts } = candidate.terms;
  const lengthFactor = K1 * (1 - B + (B * Math.max(candidate.length, 1)) / corpus.averageLength);
  const matches: { entry: WeighedTerm; gain: number }[] = [];
  for (let index = 0; index < hashes.length; index++) {
    const entry = weighed.get(hashes[index] ?? 0n);
    if (entry === undefined) continue;
    const count = Math.max(counts[index] ?? 1, 1);
    matches.push({
      entry,
      gain: (entry.worth * count * (K1 + 1)) / (count + lengthFactor),
    });
  }
  // Summed in one fixed order, so that equal candidates get equal sums however their terms are stored.
  matches.sort(
    (left, right) => right.gain - left.gain || (left.entry.term.hash < right.entry.term.hash ? -1 : 1),
  );
  return {
    score: matches.reduce((sum, match) => sum + match.gain, 0),
    worth: matches.reduce((sum, match) => sum + match.entry.worth, 0),
    matched: matches.map((match) => match.entry.term),
    substantial: matches.some((match) => match.entry.substantial),
  };
}
