/** What a text is to the search: the two sides have their own prefix in most embedding models. */
export type EmbedRole = 'query' | 'passage';

/** Whose turn it is when the embedder is busy: a waiting person, then what was distilled, then raw conversation. */
export const EMBED_PRIORITIES = ['query', 'card', 'turn'] as const;
export type EmbedPriority = (typeof EMBED_PRIORITIES)[number];

export interface EmbedOptions {
  /** By default `query` for queries and `card` for passages. */
  readonly priority?: EmbedPriority;
  /** Gives up waiting; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Turns texts into vectors of one named space. */
export interface Embedder {
  readonly id: string;
  /** Name of the vector space. Vectors of two spaces must never be compared. */
  readonly space: string;
  readonly dimensions: number;
  /** Longer texts are cut there: split them before. */
  readonly maxTokens: number;
  /**
   * One unit vector per text, in the same order; not centred (see `centre`).
   * @throws EmbedderError when it is overloaded, down, closed, or answers nonsense. `retryAfter` says when to try again.
   */
  embed(texts: readonly string[], role: EmbedRole, options?: EmbedOptions): Promise<Float32Array[]>;
  /** Waiting calls are rejected. Afterwards nothing keeps the process alive. */
  close(): Promise<void>;
}
