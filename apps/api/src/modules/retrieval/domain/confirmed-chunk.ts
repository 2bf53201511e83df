import type { MemoryLayer } from '@memory-hub/contracts';
import type { SearchKind, TrustTier } from './indexed-item';

/** A chunk as Postgres confirms it, with the part of its terms that the query asks for. */
export interface ConfirmedChunk {
  readonly no: bigint;
  readonly itemId: string;
  readonly ordinal: number;
  readonly kind: SearchKind;
  readonly layer: MemoryLayer | null;
  readonly aclId: string;
  readonly spaceId: string;
  readonly assetId: string | null;
  readonly agentId: string | null;
  readonly subjectId: string | null;
  readonly conversationId: string | null;
  readonly position: number | null;
  readonly path: string | null;
  readonly title: string;
  readonly body: string;
  readonly lang: string;
  readonly tags: string[];
  readonly category: string | null;
  readonly trust: TrustTier;
  readonly authorKind: string;
  readonly authorId: string;
  /** Hexadecimal. */
  readonly contentHash: string;
  readonly terms: readonly bigint[];
  readonly counts: readonly number[];
  readonly length: number;
  readonly rev: number;
  readonly eventTime: Date | null;
  readonly recordedAt: Date;
  readonly validTo: Date | null;
  readonly heat: number;
  readonly vector: Uint8Array | null;
}
