/** A JSON Schema (2020-12) of what is wanted; its root should be an object. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface ModelMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

export interface CompletionRequest {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  /** Asks for JSON of this shape. An answer of another shape is sent back once with its faults, then the call fails. */
  readonly schema?: JsonSchema;
  /**
   * What a schema cannot say, such as "these ids were among the candidates": the faults of an answer that has the right shape,
   * in words that the model can act on. Treated like a wrong shape.
   */
  readonly check?: (json: unknown) => readonly string[];
  /** Tokens of the answer at most. */
  readonly maxTokens?: number;
  /** For the whole call, repair included. */
  readonly timeoutMs?: number;
  /** The caller gives up: the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Tokens as the endpoint counted them, repair included; 0 where it does not say. */
export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface Completion {
  readonly text: string;
  /** The checked value, when a schema was given. */
  readonly json?: unknown;
  readonly usage: ModelUsage;
  /** The model that answered, as the endpoint names it. */
  readonly model: string;
}

export interface LanguageModel {
  /** The configured model's name. */
  readonly id: string;
  /** @throws ModelError, whose `kind` says what happened and whether trying again can help. */
  complete(request: CompletionRequest): Promise<Completion>;
}
