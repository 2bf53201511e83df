import { SCRIPTS, scriptShares, type Script } from '../centring/scripts';

/** Whether two texts are in one language; across languages the same meaning has a much lower cosine. */
export type LanguagePair = 'same' | 'across';

/**
 * Centred cosines that 95 of 100 unrelated pairs stay below; what is above may still be unrelated. Measured on the labelled
 * sentences of `likeness.fixture.ts` (1,236 pairs of cards, 1,236 of a question and a card). Raw cosines of unrelated texts
 * reach 0.82 (en), 0.90 (zh): never use those.
 */
export const cosineFloor = {
  /** Query with passage, any languages. 95 of 100 right answers lie above 0.25. */
  question: 0.16,
  /** Passage with passage. */
  card: { same: 0.32, across: 0.19 },
} as const satisfies { question: number; card: Record<LanguagePair, number> };

type Knot = readonly [cosine: number, likeness: number];

/**
 * Straight lines between measured points of the same fixture. The points, in this order: median of unrelated pairs; their 95 %
 * point; median of pairs on one topic; their 95 % point; median of paraphrases; above every pair with another value (same
 * language: largest 0.968; across: 0.60, and paraphrases end at 0.75); the same words.
 */
const KNOTS: Record<LanguagePair, readonly Knot[]> = {
  same: [
    [0.05, 0],
    [0.32, 0.15],
    [0.43, 0.35],
    [0.58, 0.5],
    [0.86, 0.8],
    [0.97, 0.95],
    [1, 1],
  ],
  across: [
    [0.05, 0],
    [0.19, 0.15],
    [0.25, 0.35],
    [0.37, 0.5],
    [0.59, 0.8],
    [0.85, 0.95],
    [1, 1],
  ],
};

/**
 * How alike two cards are, from the cosine of their centred passage vectors: 0 unrelated, about 0.35 the same topic, about 0.8
 * the same fact in other words, above 0.95 the same words but for punctuation.
 *
 * Likeness cannot tell a paraphrase from a contradiction ("moved to Berlin" and "moved to Vienna" give 0.9): compare values,
 * numbers and negation before anything is taken for a duplicate.
 * @throws RangeError for a cosine that is not a number: a vector is broken.
 */
export function calibratedLikeness(cosineCentred: number, languages: LanguagePair = 'same'): number {
  if (Number.isNaN(cosineCentred)) throw new RangeError('The cosine is not a number.');
  const knots = KNOTS[languages];
  const above = knots.findIndex(([cosine]) => cosineCentred < cosine);
  if (above === 0) return 0;
  const from = knots[above - 1];
  const to = knots[above];
  if (from === undefined || to === undefined) return 1;
  return from[1] + ((cosineCentred - from[0]) / (to[0] - from[0])) * (to[1] - from[1]);
}

/** Compares what most letters of each text are; a text without letters agrees with any. */
export function languagePair(a: string, b: string): LanguagePair {
  const first = mainScript(a);
  const second = mainScript(b);
  return first === undefined || second === undefined || first === second ? 'same' : 'across';
}

function mainScript(text: string): Script | undefined {
  const shares = scriptShares(text);
  return SCRIPTS.find((script) => shares[script] > 0.5);
}
