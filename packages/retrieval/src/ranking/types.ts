import type { MemoryLayer } from '@memory-hub/contracts';
import type { QueryTerm } from '../terms/query-terms';

/** Place of a turn in its conversation. Neighbours are the candidates at `position` ± 1 of the same session. */
export interface ConversationPlace {
  readonly sessionId: string;
  readonly position: number;
  /** Who spoke. A neighbour lends to a turn only as its reply or its question: not when both are of one speaker. */
  readonly speaker?: string | undefined;
}

/** A chunk that the database confirmed as readable. Nothing here comes from a search engine's own scoring. */
export interface RankCandidate {
  readonly id: string;
  /** The card, turn or asset revision that the chunk belongs to: at most two chunks of one item are returned. */
  readonly itemId: string;
  readonly layer?: MemoryLayer | undefined;
  readonly accessClass: string;
  readonly contentHash: string;
  readonly terms: {
    readonly hashes: readonly bigint[];
    readonly counts: readonly number[];
  };
  readonly length: number;
  /** Cosine of query and chunk in the language-centred space; absent when the chunk has no vector yet. */
  readonly cosine?: number | undefined;
  /** The same for the chunk embedded together with what was said right before and after it, where there is such a vector. */
  readonly contextCosine?: number | undefined;
  readonly conversation?: ConversationPlace | undefined;
  /** When it happened; undated knowledge has none. */
  readonly eventTime?: Date | undefined;
  readonly recordedAt: Date;
  readonly trust: 'verified' | 'ordinary' | 'unreviewed';
  readonly stale?: boolean | undefined;
  /** How often the item was found before, ≥ 0. */
  readonly heat: number;
  /** Full text of the chunk: for phrases, and its beginning for the writing system. */
  readonly text: string;
}

/** Corpus figures kept per access class. Only classes that the principal may read are handed in. */
export interface CorpusStatistics {
  readonly classes: ReadonlyMap<string, { readonly documents: number; readonly totalLength: number }>;
  /** Term hash → access class → chunks of that class that hold the term. */
  readonly frequencies: ReadonlyMap<bigint, ReadonlyMap<string, number>>;
}

/** Mean cosine of the query to all readable vectors of the scope, as the exact scan reports it. */
export interface MeaningBackground {
  readonly mean: number;
  readonly deviation: number;
  /** How many vectors the filters of the search left: the best of many is near by chance. */
  readonly vectors?: number | undefined;
}

export interface RankInput {
  /** What was asked, in the asker's words: tells the writing system, also where no terms are compared. */
  readonly query: string;
  readonly terms: readonly QueryTerm[];
  /** Every phrase must be contained, compared without case, width and script variants. */
  readonly phrases: readonly string[];
  readonly candidates: readonly RankCandidate[];
  readonly corpus: CorpusStatistics;
  readonly background?: MeaningBackground | undefined;
  /** The same of the context vectors; that of the chunks stands in for it. */
  readonly contextBackground?: MeaningBackground | undefined;
  readonly now: Date;
  readonly limit: number;
}

export type SimilarityBand = 'strong' | 'good' | 'weak';
export type BoostName = 'recent' | 'heat' | 'verified' | 'unreviewed' | 'stale';

export interface AppliedBoost {
  readonly name: BoostName;
  readonly factor: number;
}

/** Why a chunk was returned, in words and places only: raw scores never leave the ranker. */
export interface HitReasons {
  readonly keyword?: {
    readonly rank: number;
    readonly matched: readonly string[];
  };
  readonly meaning?: {
    readonly rank: number;
    readonly similarity: SimilarityBand;
  };
  /** The conversation around the turn matched, and lifted it. */
  readonly context?: readonly ('neighbour' | 'session')[];
  readonly boosts: readonly AppliedBoost[];
}

export interface RankedHit {
  readonly id: string;
  readonly itemId: string;
  readonly why: HitReasons;
}
