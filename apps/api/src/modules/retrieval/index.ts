export { ChunkStore } from './chunk-store';
export {
  EMBED_FIRST,
  SEARCH_KINDS,
  TRUST_TIERS,
  type IndexedItem,
  type Piece,
  type SearchKind,
  type TrustTier,
} from './domain/indexed-item';
export type { Degradation, Hit, RetrievalAnswer, RetrievalQuery } from './domain/retrieval-query';
export { languageOf } from './domain/language';
export { RetrievalModule } from './retrieval.module';
export { Retriever } from './retriever.service';
export { VectorIndex } from './vectors/vector-index';
export { Degraded } from './graphql/search.types';
export { degradedText, whyText } from './domain/why-text';
