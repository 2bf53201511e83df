import type { ExtractedCard, SourceTurn } from '@memory-hub/memory';

export interface ExtractionInput {
  readonly turns: readonly SourceTurn[];
  readonly background: readonly SourceTurn[];
  readonly zone: string;
  readonly now: Date;
  readonly signal: AbortSignal;
}

export interface ExtractionOutput {
  /** Version of the extractor that read the turns: another one when it could not. */
  readonly version: string;
  readonly cards: readonly ExtractedCard[];
  /** What gave no card, and why: for the log of the run. */
  readonly dropped: readonly { readonly turnId: string; readonly reason: string }[];
}

/** Turns conversations into cards. An outage of what is behind it is thrown; the turns stay pending. */
export abstract class Extractor {
  /** `rules` or `model`. */
  abstract readonly kind: string;
  /** Changes when the same turns could give other cards. */
  abstract readonly version: string;
  abstract extract(input: ExtractionInput): Promise<ExtractionOutput>;
}
