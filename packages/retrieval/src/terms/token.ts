/** `part` is a piece of an identifier, number or path; `gram` two neighbouring characters; `char` one of them. */
export type TokenKind = 'word' | 'stem' | 'gram' | 'char' | 'part';

/** One searchable term with its place in the original text (UTF-16 units, end exclusive). */
export interface Token {
  readonly term: string;
  /** How much the term says about the text, 0…1. Documents keep 1: what is rare there is counted, not guessed. */
  readonly weight: number;
  readonly start: number;
  readonly end: number;
  readonly kind: TokenKind;
}

/** Receives terms as they are found; places are in the normalised text. */
export interface TermSink {
  term(term: string, kind: TokenKind, span: Span): void;
  /** Adds to the length that BM25 divides by: one for a word, 0.6 for a character of a script without spaces. */
  length(amount: number): void;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Longest term kept; longer words are cut to it on both sides, so that they still meet. UTF-16 units. */
export const MAX_TERM = 64;
