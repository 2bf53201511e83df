import type { MemoryLayer } from '@memory-hub/contracts';

/** Kinds of items that can be found. */
export const SEARCH_KINDS = ['skill', 'chat_memory', 'card', 'scene', 'persona', 'turn'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** How much a reader may rely on an item; page order of trust, highest first. */
export const TRUST_TIERS = ['reviewed', 'own_user', 'own_agent', 'imported', 'other_agent'] as const;
export type TrustTier = (typeof TRUST_TIERS)[number];

export interface Piece {
  readonly title: string;
  readonly body: string;
  /** Path of the file inside an asset. */
  readonly path?: string;
}

/** Whose vectors are made first: distilled knowledge before raw turns. */
export const EMBED_FIRST = { card: 1, asset: 1, scene: 2, turn: 3 } as const;

/** What a module hands to the index: one item, its pieces, and what decides who may find it. */
export interface IndexedItem {
  readonly itemId: string;
  readonly kind: SearchKind;
  readonly layer: MemoryLayer | null;
  readonly spaceId: string;
  readonly aclId: string;
  readonly assetId?: string | null;
  readonly agentId?: string | null;
  readonly subjectId?: string | null;
  readonly conversationId?: string | null;
  /** Place of a turn in its conversation. */
  readonly position?: number | null;
  readonly pieces: readonly Piece[];
  readonly tags?: readonly string[];
  readonly category?: string | null;
  readonly trust: TrustTier;
  readonly authorKind: 'user' | 'agent';
  readonly authorId: string;
  readonly rev: number;
  readonly eventTime?: Date | null;
  readonly recordedAt: Date;
  readonly validTo?: Date | null;
  readonly embedPriority: number;
}
