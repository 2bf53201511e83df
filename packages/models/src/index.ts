export { createBundledEmbedder } from './embedder/bundled-embedder';
export type { BundledEmbedder, BundledEmbedderSettings } from './embedder/bundled-embedder';
export { EMBED_PRIORITIES } from './embedder/embedder';
export type { Embedder, EmbedOptions, EmbedPriority, EmbedRole } from './embedder/embedder';
export { EmbedderError } from './embedder/embedder.errors';
export type { EmbedderFault } from './embedder/embedder.errors';
export { dot } from './embedder/vector';
export { loadTokenizer } from './tokenizer/tokenizer';
export type { Tokenizer, TokenizerOptions } from './tokenizer/tokenizer';
export { centre } from './centring/centre';
export { centredCosine } from './centring/centred-cosine';
export { MEANS_VERSION } from './centring/language-means';
export { calibratedLikeness, cosineFloor, languagePair } from './likeness/likeness';
export type { LanguagePair } from './likeness/likeness';
export type {
  Completion,
  CompletionRequest,
  JsonSchema,
  LanguageModel,
  ModelMessage,
  ModelUsage,
} from './language-model/language-model';
export { ModelError } from './language-model/model-error';
export type { ModelErrorKind } from './language-model/model-error';
export { createOpenAiCompatibleModel } from './language-model/openai-compatible-model';
export type { OpenAiCompatibleSettings } from './language-model/openai-compatible-model';
export { CircuitBreaker, DEFAULT_BREAKER, withCircuitBreaker } from './language-model/circuit-breaker';
export type { BreakerState, CircuitBreakerSettings } from './language-model/circuit-breaker';
