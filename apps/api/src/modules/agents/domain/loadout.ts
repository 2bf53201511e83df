import type { AssetKind, AssetStatus, MountMode } from '@memory-hub/contracts';
import { fitTokens } from './fit-tokens';
import { isInPrompt, packingOrder } from './mount';

/** A mount as the agent itself sees it. */
export interface LoadedMount {
  readonly mountId: string;
  readonly assetId: string;
  readonly assetKind: AssetKind;
  readonly assetName: string;
  readonly title: string;
  readonly status: AssetStatus;
  readonly mode: MountMode;
  readonly priority: number;
  readonly budgetTokens: number;
  /** The revision that the agent receives; null when it receives nothing. */
  readonly revisionId: string | null;
  /** Its whole text for this mode; empty for modes that put nothing into the prompt. */
  readonly text: string;
}

export interface PackedMount extends Omit<LoadedMount, 'text'> {
  /** The text in the prompt, cut to its budget. */
  readonly text: string;
  readonly tokens: number;
  readonly cutTokens: number;
}

/** Everything that is mounted on an agent, packed. */
export interface Loadout {
  readonly limitTokens: number;
  readonly usedTokens: number;
  /** In packing order. */
  readonly mounts: readonly PackedMount[];
}

/** Cuts each text to its own budget and to what the mounts before it left of the agent's. */
export function packLoadout(mounts: readonly LoadedMount[], limitTokens: number): Loadout {
  let room = limitTokens;
  const packed = [...mounts].sort(packingOrder).map((mount): PackedMount => {
    const isLoaded = isInPrompt(mount.mode) && mount.revisionId !== null;
    const fitted = fitTokens(isLoaded ? mount.text : '', Math.min(mount.budgetTokens, room));
    room -= fitted.tokens;
    return { ...mount, ...fitted };
  });
  return { limitTokens, usedTokens: limitTokens - room, mounts: packed };
}
