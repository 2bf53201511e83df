import { DomainError, type ErrorCode } from '@memory-hub/contracts';

export type EmbedderFault = 'overloaded' | 'crashed' | 'failed' | 'bad_vector' | 'closed';

const CODES = {
  overloaded: 'UNAVAILABLE',
  crashed: 'MODEL_UNAVAILABLE',
  failed: 'MODEL_UNAVAILABLE',
  bad_vector: 'MODEL_UNAVAILABLE',
  closed: 'UNAVAILABLE',
} as const satisfies Record<EmbedderFault, ErrorCode>;

const MESSAGES = {
  overloaded: 'The embedder has more work than it takes.',
  crashed: 'The embedder stopped and is being restarted.',
  failed: 'The embedder could not read this text.',
  bad_vector: 'The embedder gave a vector that means nothing.',
  closed: 'The embedder is closed.',
} as const satisfies Record<EmbedderFault, string>;

/** The embedder did not give a vector. Keyword search still works; the text stays pending and is tried again. */
export class EmbedderError extends DomainError {
  constructor(
    readonly fault: EmbedderFault,
    details: { retryAfter?: number; cause?: unknown } = {},
  ) {
    super(CODES[fault], MESSAGES[fault], {
      hint: 'Search by keyword meanwhile; the text is embedded later.',
      ...details,
    });
    this.name = 'EmbedderError';
  }
}
