import type { MemoryLayer, SearchMode } from '@memory-hub/contracts';
import type { HitReasons } from '@memory-hub/retrieval';
import type { SearchKind, TrustTier } from './indexed-item';

/** What may be asked of `retrieve`. Every list narrows; an empty list finds nothing, a missing one does not narrow. */
export interface RetrievalQuery {
  readonly text: string;
  /**
   * How the text is read. `words`, when left out: all of it is to be found, for questions and messages that nobody wrote
   * for a search box. `qualifiers`: `kind:`, `tag:`, `after:` … and "exact phrases" narrow what is found.
   */
  readonly reading?: 'words' | 'qualifiers';
  /** Legs that are asked for; hybrid when left out. */
  readonly mode?: SearchMode;
  readonly kinds?: readonly SearchKind[];
  readonly layers?: readonly MemoryLayer[];
  readonly spaceIds?: readonly string[];
  readonly agentIds?: readonly string[];
  /** Access classes to stay within; those the principal may not read are ignored. */
  readonly classIds?: readonly string[];
  readonly subjectId?: string;
  readonly conversationId?: string;
  readonly conversationIds?: readonly string[];
  readonly authorIds?: readonly string[];
  /** Primary language subtags, such as `zh`. */
  readonly languages?: readonly string[];
  readonly assetIds?: readonly string[];
  readonly tags?: readonly string[];
  readonly category?: string;
  /** Half-open interval over event time; undated rows are outside of it. */
  readonly after?: Date;
  readonly before?: Date;
  /** Also what is no longer valid. */
  readonly includeHistory?: boolean;
  /** 1 to 100. */
  readonly limit: number;
  readonly offset?: number;
  readonly cursor?: string | null;
}

export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** One found piece, as Postgres has it now. */
export interface Hit {
  readonly itemId: string;
  readonly kind: SearchKind;
  readonly layer: MemoryLayer | null;
  readonly assetId: string | null;
  readonly agentId: string | null;
  readonly subjectId: string | null;
  readonly conversationId: string | null;
  readonly position: number | null;
  readonly path: string | null;
  readonly title: string;
  readonly body: string;
  readonly snippet: {
    readonly text: string;
    readonly highlights: readonly TextRange[];
    readonly lang: string;
  };
  readonly spaceId: string;
  readonly authorKind: string;
  readonly authorId: string;
  readonly tags: readonly string[];
  readonly category: string | null;
  readonly trust: TrustTier;
  readonly rev: number;
  readonly eventTime: Date | null;
  readonly recordedAt: Date;
  readonly validTo: Date | null;
  readonly why: HitReasons;
  /** Centred cosine to the query, for arbitration; never shown. */
  readonly cosine: number | undefined;
}

export interface Degradation {
  readonly leg: 'keyword' | 'meaning';
  /** Stable reason: `timeout`, `unavailable`, `loading`, `partial`. */
  readonly reason: string;
}

export interface Facet {
  readonly field: 'kind' | 'space' | 'agent' | 'layer' | 'tag';
  readonly value: string;
  readonly count: number;
}

export interface RetrievalAnswer {
  readonly hits: readonly Hit[];
  /** Legs that took part. */
  readonly mode: SearchMode;
  readonly asked: SearchMode;
  readonly degraded: readonly Degradation[];
  readonly tookMs: readonly { readonly stage: string; readonly ms: number }[];
  readonly total: number;
  readonly totalIsCapped: boolean;
  readonly facets: readonly Facet[];
  /** How much of the scope can be found by meaning. */
  readonly coverage: { readonly embedded: number; readonly total: number };
  readonly nextCursor: string | null;
}
