import type { MemoryLayer } from '@memory-hub/contracts';
import type { SearchKind, TrustTier } from './indexed-item';

/**
 * A chunk as Postgres confirms it, with the part of its terms that the query asks for. Hash, terms and vector stay text
 * until they are used: the database client takes twice the time to unpack lists and bytes.
 */
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
  /** Terms of the query that it has, each with its count: `term count term count`. */
  readonly matched: string | null;
  readonly length: number;
  readonly rev: number;
  readonly eventTime: Date | null;
  readonly recordedAt: Date;
  readonly validTo: Date | null;
  readonly heat: number;
  /** Base64; null while there is none. */
  readonly vector: string | null;
}
