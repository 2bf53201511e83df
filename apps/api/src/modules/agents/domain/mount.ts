import {
  invalidInput,
  MOUNT_MODES,
  type AssetKind,
  type AssetStatus,
  type MountMode,
} from '@memory-hub/contracts';
import { readBudget } from './agent-input';

/** The link from an asset to an agent, with what is needed of the asset to decide about it. */
export interface Mount {
  readonly id: string;
  readonly agentId: string;
  readonly spaceId: string;
  readonly aclId: string;
  readonly acl: readonly string[];
  readonly assetId: string;
  readonly assetKind: AssetKind;
  readonly assetName: string;
  readonly assetTitle: string;
  readonly assetStatus: AssetStatus;
  readonly assetOwnerId: string;
  /** The live revision of the asset. */
  readonly publishedRevisionId: string | null;
  readonly mode: MountMode;
  /** 0–100; higher stands first. */
  readonly priority: number;
  /** Tokens that this mount's text may take in the prompt. */
  readonly budgetTokens: number;
  /** A published revision to stay with; null follows the latest one. */
  readonly pinnedRevisionId: string | null;
}

export interface MountSettings {
  readonly mode: MountMode;
  readonly priority: number;
  readonly budgetTokens: number;
  readonly pinnedRevisionId: string | null;
}

export const MOUNT_DEFAULTS = { priority: 50, budgetTokens: 1_000 } as const;
/** Mounts of one agent. */
export const MOST_MOUNTS = 100;

/** Reads what may be set on a mount; what is left out stays as it is. */
export function readMountSettings(
  given: { readonly [K in keyof MountSettings]?: MountSettings[K] | undefined },
  before: MountSettings,
): MountSettings {
  const mode = given.mode ?? before.mode;
  const priority = given.priority ?? before.priority;
  if (!MOUNT_MODES.includes(mode))
    throw invalidInput(['mode'], `mode must be one of ${MOUNT_MODES.join(', ')}.`);
  if (!Number.isInteger(priority) || priority < 0 || priority > 100)
    throw invalidInput(['priority'], 'priority must be a whole number from 0 to 100.');
  const budgetTokens = readBudget(given.budgetTokens ?? before.budgetTokens, 'budgetTokens');
  const pinnedRevisionId =
    given.pinnedRevisionId === undefined ? before.pinnedRevisionId : given.pinnedRevisionId;
  return { mode, priority, budgetTokens, pinnedRevisionId };
}

/** Whether the mode puts text into the prompt. */
export function isInPrompt(mode: MountMode): mode is 'inline' | 'summary' {
  return mode === 'inline' || mode === 'summary';
}

/** The order in which mounts are packed: highest priority first, then by asset. */
export function packingOrder(
  a: { priority: number; assetId: string },
  b: { priority: number; assetId: string },
): number {
  return b.priority - a.priority || (a.assetId < b.assetId ? -1 : a.assetId > b.assetId ? 1 : 0);
}
