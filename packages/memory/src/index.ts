export * from './arbitration/arbitrate';
export { factKey } from './arbitration/fact-key';
export { containsFact, textLikeness } from './arbitration/likeness';
export { findDates, type DateReading } from './calendar/find-dates';
export { type DateMention } from './calendar/mention';
export * from './cards/card';
export * from './cards/card-patch';
export {
  describeStatement,
  type StatementDescription,
  type StatementOrigin,
} from './extraction/describe-statement';
export {
  extractCards,
  EXTRACTOR_VERSION,
  type DroppedTurn,
  type Extraction,
  type ExtractionOptions,
} from './extraction/extract-cards';
export { DROP_REASONS, type DropReason } from './extraction/statement';
export { validateCard, type CardFault } from './extraction/validate-card';
export { cutInjected, fence, neutralise, type FenceKind } from './injection/fence';
export { isInstructionLike } from './injection/instruction-like';
export * from './injection/pack-injection';
export * from './persona/render-persona';
export {
  findSecrets,
  maskSecrets,
  secretMark,
  storedOffset,
  type MaskedSecret,
  type MaskedText,
} from './privacy/mask-secrets';
export { SECRET_KINDS, type FoundSecret, type SecretKind } from './privacy/secret-kinds';
export * from './scenes/assign-scenes';
export { renderScene, withHeat, type RenderedScene, type SceneLine } from './scenes/render-scene';
export { type SceneCard } from './scenes/scene-card';
export { cutText, graphemeBorder } from './text/graphemes';
export { languageOf } from './text/language';
export * from './triggers/due-for-extraction';
export * from './triggers/next-range';
