import { SMALL_CORPUS } from './keyword-leg';
import { writingSystemOf, type WritingSystem } from './script';
import type { MeaningBackground, RankCandidate, SimilarityBand } from './types';

/**
 * The leg votes only when its best hit is at least this near. Centred cosines of the bundled embedder on public text:
 * the best passage for a real question has 0.375 or more for 95 % of them within a language, 0.315 across; for
 * nonsense 0.31 or less. So the floor is lower for a hit in the other writing system.
 */
const LEG_FLOOR = { same: 0.36, across: 0.31 } as const;
/** Once the leg has found something, hits down to here may vote: 95 % of the right passages lie above. */
const HIT_FLOOR = 0.2;
/** Mean cosine of a question and an unrelated passage, used where the scope is too small to measure its own. */
const USUAL_BACKGROUND = 0.1;
const STRONG = 0.6;
const GOOD = 0.45;

export interface MeaningVote {
  /** Distance above the background, > 0. Divided by its best of the query that is a positive z-score. */
  readonly score: number;
  readonly similarity: SimilarityBand;
}

export interface MeaningScope {
  readonly background: MeaningBackground | undefined;
  /** Readable chunks in scope. In a small scope everything above the background may vote. */
  readonly documents: number;
  readonly queryWriting: WritingSystem;
}

export interface MeaningLeg {
  /** `absent`: nothing to compare. `nothing`: vectors were compared, and none is about the query. */
  readonly outcome: 'found' | 'nothing' | 'absent';
  readonly votes: ReadonlyMap<string, MeaningVote>;
}

function band(cosine: number): SimilarityBand {
  if (cosine >= STRONG) return 'strong';
  return cosine >= GOOD ? 'good' : 'weak';
}

function opensLeg({ cosine, text }: RankCandidate, queryWriting: WritingSystem): boolean {
  if (cosine === undefined || !(cosine >= LEG_FLOOR.across)) return false;
  if (cosine >= LEG_FLOOR.same) return true;
  return queryWriting === 'unknown' || writingSystemOf(text) !== queryWriting;
}

/** Cosine above the background of this query; no vote at all when even the best is nothing like it. */
export function meaningLeg(candidates: readonly RankCandidate[], scope: MeaningScope): MeaningLeg {
  const votes = new Map<string, MeaningVote>();
  if (candidates.every(({ cosine }) => cosine === undefined)) return { outcome: 'absent', votes };
  if (!candidates.some((candidate) => opensLeg(candidate, scope.queryWriting)))
    return { outcome: 'nothing', votes };
  const small = scope.documents < SMALL_CORPUS;
  const mean =
    small || scope.background === undefined
      ? USUAL_BACKGROUND
      : Math.min(scope.background.mean, LEG_FLOOR.across);
  const floor = small ? mean : Math.max(mean, HIT_FLOOR);
  for (const { id, cosine } of candidates) {
    if (cosine === undefined || !(cosine > floor)) continue;
    votes.set(id, { score: cosine - mean, similarity: band(cosine) });
  }
  return { outcome: 'found', votes };
}
