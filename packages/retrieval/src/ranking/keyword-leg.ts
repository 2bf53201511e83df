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
 * A hit must hold this share of what the query says (weight × rarity), or it is noise: twice as much when vectors were
 * compared and none is about the query. Right answers of public dialogues are lost from 0.15 on, nonsense made of real
 * words dies out at 0.2.
 */
const FLOOR = { usual: 0.1, alone: 0.2 } as const;
/** Function words and lone characters weigh less than this: alone they do not make a hit. */
const SUBSTANCE = 0.3;

export interface KeywordVote {
  readonly score: number;
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
  return { documents, averageLength: documents > 0 && totalLength > 0 ? totalLength / documents : 1 };
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
  documents: number,
): Map<bigint, WeighedTerm> {
  const weighed = new Map<bigint, WeighedTerm>();
  for (const term of terms) {
    const worth = term.weight * rarity(documentFrequency(term.hash, statistics), documents);
    weighed.set(term.hash, { term, worth, substantial: isSubstantial(term, documents < SMALL_CORPUS) });
  }
  return weighed;
}

export interface KeywordQuestion {
  readonly terms: readonly QueryTerm[];
  readonly candidates: readonly RankCandidate[];
  readonly corpus: CorpusStatistics;
  /** Vectors were compared and none is about the query. */
  readonly alone: boolean;
}

/** In a small corpus rarity says little, so only a contradiction by meaning sets a threshold. */
function floorShare({ alone }: KeywordQuestion, candidate: RankCandidate, documents: number): number {
  if (alone && candidate.cosine !== undefined) return FLOOR.alone;
  return documents < SMALL_CORPUS ? 0 : FLOOR.usual;
}

/**
 * Exact BM25 of each candidate, with the statistics of the readable classes only. A candidate below the floor has no
 * vote; a query of nothing but function words has no floor, because then they are all that was asked for.
 */
export function keywordVotes(question: KeywordQuestion): Map<string, KeywordVote> {
  const corpus = totals(question.corpus);
  const weighed = weigh(question.terms, question.corpus, corpus.documents);
  const asked = [...weighed.values()];
  const everything = asked.reduce((sum, entry) => sum + entry.worth, 0);
  const needsSubstance = asked.some((entry) => entry.substantial);
  const votes = new Map<string, KeywordVote>();
  for (const candidate of question.candidates) {
    const match = matchCandidate(candidate, weighed, corpus);
    if (match.matched.length === 0) continue;
    const floor = everything * floorShare(question, candidate, corpus.documents);
    if (needsSubstance && (!match.substantial || match.worth < floor)) continue;
    votes.set(candidate.id, { score: match.score, matched: match.matched });
  }
  return votes;
}

function matchCandidate(candidate: RankCandidate, weighed: ReadonlyMap<bigint, WeighedTerm>, corpus: Corpus) {
  const { hashes, counts } = candidate.terms;
  const lengthFactor = K1 * (1 - B + (B * Math.max(candidate.length, 1)) / corpus.averageLength);
  const matches: { entry: WeighedTerm; gain: number }[] = [];
  for (let index = 0; index < hashes.length; index++) {
    const entry = weighed.get(hashes[index] ?? 0n);
    if (entry === undefined) continue;
    const count = Math.max(counts[index] ?? 1, 1);
    matches.push({ entry, gain: (entry.worth * count * (K1 + 1)) / (count + lengthFactor) });
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
