import { SMALL_CORPUS } from './keyword-leg';
import type { WritingPair } from './script';
import type { MeaningBackground, RankCandidate, SimilarityBand } from './types';

/**
 * The leg votes only when its best hit is at least this near, in a scope of 2,500 chunks. Centred cosines of the bundled
 * embedder on 240 encyclopedia paragraphs in two languages: the best passage for a real question has 0.42 or more for 95 %
 * of them within a language, 0.31 across; for 95 % of 50 nonsense queries it has 0.34 or less, 0.32 across. In dialogues
 * 5 % of the real ones stay below 0.34: no floor keeps all of the one and none of the other.
 */
const LEG_FLOOR = { same: 0.36, across: 0.3 } as const;
/** In a scope of a few chunks chance has few tries: 3 % of nonsense is answered there with this floor, 1 % with 0.25. */
const SMALL_LEG_FLOOR = { same: 0.2, across: 0.15 } as const;
/**
 * How much a floor moves with √(2 ln N), where the largest of N normal values lies. Cosines of unrelated texts spread by
 * about 0.065; that full step let more nonsense through in scopes of some hundred chunks than it won answers.
 */
const CHANCE_SPREAD = 0.04;
/** √(2 ln N) of the scope that the floors were measured in. */
const MEASURED_EXPECTATION = 3.95;
/** How far the floor across writing systems may sink with the scope: it is low already. */
const MOST_ACROSS = 0.01;
/**
 * A best hit that stands out opens the leg too: its cosine and its lead over the eleventh together. Of short real questions
 * that share no word with their answer 58 % reach 0.42; of nonsense 0.4 to 8 %, depending on the texts.
 */
const STANDS_OUT = { sum: 0.42, ahead: 10 } as const;
/** Words and meaning agree on one hit: each is weak evidence, both together are not. */
const AGREEMENT = { cosine: 0.28, share: 0.3 } as const;
/** Once the leg has found something, hits down to here may vote: 95 % of the right turns of public dialogues lie above 0.17. */
const HIT_FLOOR = 0.15;
/** Mean cosine of a question and an unrelated passage, used where the scope was not measured. */
const USUAL_BACKGROUND = 0.1;
const STRONG = 0.6;
const GOOD = 0.45;

export interface MeaningVote {
  /** Distance above the background, > 0. */
  readonly score: number;
  readonly similarity: SimilarityBand;
}

export interface MeaningScope {
  readonly background: MeaningBackground | undefined;
  readonly contextBackground: MeaningBackground | undefined;
  /** Chunks that the filters of the search leave. In a small scope everything above chance may vote. */
  readonly scope: number;
  readonly writing: ReadonlyMap<string, WritingPair>;
  /** Share of what the query says that the chunk holds in words. */
  readonly wordShare: (id: string) => number;
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

interface Floors {
  readonly same: number;
  readonly across: number;
  readonly standsOut: number;
}

/** The floors of a scope: the more unrelated texts are compared, the nearer the nearest of them is by chance. */
function floorsOf(scope: number): Floors {
  if (scope < SMALL_CORPUS) return { ...SMALL_LEG_FLOOR, standsOut: Infinity };
  const shift = CHANCE_SPREAD * (Math.sqrt(2 * Math.log(scope)) - MEASURED_EXPECTATION);
  return {
    same: LEG_FLOOR.same + Math.min(shift, 0.02),
    across: LEG_FLOOR.across + Math.min(Math.max(shift, -MOST_ACROSS), 0.03),
    standsOut: STANDS_OUT.sum + shift,
  };
}

/** Whether one hit is so near that the leg may vote. */
function opensLeg({ id, cosine }: RankCandidate, floors: Floors, scope: MeaningScope): boolean {
  if (cosine === undefined || !(cosine >= Math.min(floors.across, AGREEMENT.cosine))) return false;
  if (cosine >= floors.same) return true;
  if (cosine >= AGREEMENT.cosine && scope.wordShare(id) >= AGREEMENT.share) return true;
  return cosine >= floors.across && scope.writing.get(id) !== 'same';
}

/** Whether the best hit in the writing system of the query leaves the others behind. */
function standsOut(candidates: readonly RankCandidate[], floors: Floors, { writing }: MeaningScope): boolean {
  const cosines: number[] = [];
  for (const { id, cosine } of candidates) {
    if (cosine !== undefined && writing.get(id) === 'same') cosines.push(cosine);
  }
  cosines.sort((left, right) => right - left);
  const best = cosines[0];
  const after = cosines[STANDS_OUT.ahead];
  return best !== undefined && after !== undefined && best + (best - after) >= floors.standsOut;
}

/** Mean of the chunk alone and of the chunk in its context, each above its own background. */
function nearness({ cosine, contextCosine }: RankCandidate, means: { own: number; context: number }): number {
  if (cosine === undefined) return 0;
  if (contextCosine === undefined) return cosine - means.own;
  return (cosine - means.own + contextCosine - means.context) / 2;
}

function meanOf(background: MeaningBackground | undefined, fallback: number): number {
  return background === undefined ? fallback : Math.min(background.mean, LEG_FLOOR.across);
}

/** Cosine above the background of this query; no vote at all when even the best is nothing like it. */
export function meaningLeg(candidates: readonly RankCandidate[], scope: MeaningScope): MeaningLeg {
  const votes = new Map<string, MeaningVote>();
  if (candidates.every(({ cosine }) => cosine === undefined)) return { outcome: 'absent', votes };
  const floors = floorsOf(scope.scope);
  const isOpen =
    candidates.some((candidate) => opensLeg(candidate, floors, scope)) ||
    standsOut(candidates, floors, scope);
  if (!isOpen) return { outcome: 'nothing', votes };
  // Few chunks have no background to speak of: what is not opposite may vote, and is placed last.
  const small = scope.scope < SMALL_CORPUS;
  const own = small ? 0 : meanOf(scope.background, USUAL_BACKGROUND);
  const context = small ? 0 : meanOf(scope.contextBackground, own);
  const least = small ? 0 : Math.max(0, HIT_FLOOR - (own + context) / 2);
  for (const candidate of candidates) {
    const score = nearness(candidate, { own, context });
    if (!(score > least)) continue;
    votes.set(candidate.id, { score, similarity: band(candidate.cosine ?? 0) });
  }
  return { outcome: 'found', votes };
}
