import type { MeaningBackground, RankCandidate, SimilarityBand } from './types';

/** Centred cosine below which two texts have nothing to do with each other (measured with the bundled embedder). */
export const MEANING_FLOOR = 0.25;
/** What an unrelated text gets when the scope is too small to measure its own background. */
const USUAL_BACKGROUND = 0.05;
/** A hit must stand out of the background by this many deviations. */
const OUTSTANDING = 1.5;
const STRONG = 0.6;
const GOOD = 0.45;

export interface MeaningVote {
  /** Distance above the background, > 0. */
  readonly score: number;
  readonly similarity: SimilarityBand;
}

function band(cosine: number): SimilarityBand {
  if (cosine >= STRONG) return 'strong';
  return cosine >= GOOD ? 'good' : 'weak';
}

/** Cosine above the background of this query. Divided by its maximum later, that is a positive z-score. */
export function meaningVotes(
  candidates: readonly RankCandidate[],
  background: MeaningBackground | undefined,
): Map<string, MeaningVote> {
  const mean = Math.min(background?.mean ?? USUAL_BACKGROUND, MEANING_FLOOR);
  const floor = Math.max(MEANING_FLOOR, mean + OUTSTANDING * (background?.deviation ?? 0));
  const votes = new Map<string, MeaningVote>();
  for (const { id, cosine } of candidates) {
    if (cosine === undefined || !(cosine > floor)) continue;
    votes.set(id, { score: cosine - mean, similarity: band(cosine) });
  }
  return votes;
}
