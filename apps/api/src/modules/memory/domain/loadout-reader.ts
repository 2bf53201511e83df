import type { RequestContext } from '../../../common';

/** A mounted text for the stable block, already within its budget. */
export interface LoadoutPart {
  /** Uuid of the asset. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly priority: number;
}

export interface StableLoadout {
  /** Texts that go into the prompt as they are. */
  readonly inline: readonly LoadoutPart[];
  /** Titles and descriptions; the content comes on demand. */
  readonly summaries: readonly LoadoutPart[];
  /** Assets whose pieces may be recalled before a turn: mode summary. Inline ones are in the prompt already. */
  readonly recallable: readonly string[];
}

/** What is mounted on the calling agent. Provided by the module that keeps the mounts. */
export abstract class LoadoutReader {
  abstract stableParts(ctx: RequestContext): Promise<StableLoadout>;
}
