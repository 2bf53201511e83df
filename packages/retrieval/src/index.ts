export { documentTerms, type DocumentTerms } from './terms/document-terms';
export { queryTerms, type QueryTerm } from './terms/query-terms';
export { termHash } from './terms/term-hash';
export type { Token, TokenKind } from './terms/token';
export { tokenize, TOKENIZER_VERSION, warmTokenizer } from './terms/tokenize';
export {
  parseQuery,
  QUALIFIERS,
  SEARCH_KINDS,
  type ParseContext,
  type ParsedQuery,
  type QueryFilters,
} from './query/parse-query';
export { rank } from './ranking/rank';
export { SMALL_CORPUS } from './ranking/keyword-leg';
export type * from './ranking/types';
export { chunkText, type TextChunk } from './text/chunk-text';
export { snippet, type Highlight, type Snippet, type SnippetMarks } from './text/snippet';
export { dequantise, quantise } from './vectors/quantise';
export {
  VectorTable,
  type VectorAnswer,
  type VectorHit,
  type VectorQuery,
  type VectorRow,
} from './vectors/vector-table';
