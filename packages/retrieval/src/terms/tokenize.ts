import { CharacterClass, classOf } from './character-class';
import { compoundEnd, emitCompound, isLeadingDot } from './compound';
import { normalise } from './normalise';
import { isStopWord } from './stop-words';
import type { Span, TermSink, Token, TokenKind } from './token';
import { emitUnspacedRun } from './unspaced-run';

/** Part of every stored row that was made from terms: a new number means that those rows must be made anew. */
export const TOKENIZER_VERSION = 1;

const MAX_SYMBOLS = 4;

function unitsOf(codePoint: number): number {
  return codePoint > 0xffff ? 2 : 1;
}

function runEnd(text: string, start: number, wanted: number): number {
  let end = start;
  while (end < text.length) {
    const point = text.codePointAt(end) ?? 0;
    if (classOf(point) !== wanted) break;
    end += unitsOf(point);
  }
  return end;
}

/** A run of signs standing alone, such as `=>` or `&&`. Rulers and table borders are longer and mean nothing. */
function emitSymbols(text: string, span: Span, sink: TermSink): void {
  const before = span.start === 0 ? ' ' : text.charAt(span.start - 1);
  const after = span.end >= text.length ? ' ' : text.charAt(span.end);
  if (span.end - span.start <= MAX_SYMBOLS && /\s/.test(before) && /\s/.test(after)) {
    sink.term(text.slice(span.start, span.end), 'part', span);
  }
}

/** Walks normalised text once and hands every term to the sink. */
export function scanTerms(text: string, sink: TermSink): void {
  let at = 0;
  while (at < text.length) {
    const point = text.codePointAt(at) ?? 0;
    const kind = classOf(point);
    let end = at + unitsOf(point);
    if (kind === CharacterClass.letter || kind === CharacterClass.digit || isLeadingDot(text, at)) {
      end = compoundEnd(text, isLeadingDot(text, at) ? at + 1 : at);
      emitCompound(text, { start: at, end }, sink);
    } else if (kind === CharacterClass.unspaced) {
      end = runEnd(text, at, kind);
      emitUnspacedRun(text.slice(at, end), at, sink);
    } else if (kind === CharacterClass.symbol) {
      end = runEnd(text, at, kind);
      emitSymbols(text, { start: at, end }, sink);
    } else if (kind === CharacterClass.pictograph) {
      sink.term(text.slice(at, end), 'word', { start: at, end });
      sink.length(1);
    }
    at = end;
  }
}

const KIND_WEIGHTS = { word: 1, stem: 1, gram: 0.5, char: 0.2, part: 0.5 } as const satisfies Record<
  TokenKind,
  number
>;
const STOP_WEIGHT = 0.1;
const UNSPACED_CHARACTER = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u;

/** What a query term says, from its form alone; rarity in the readable corpus is multiplied in by the ranker. */
export function queryWeight(term: string, kind: TokenKind): number {
  if (isStopWord(term)) return STOP_WEIGHT * (kind === 'char' ? 0.5 : 1);
  if (kind === 'gram') return gramWeight(term);
  if (kind === 'word' && UNSPACED_CHARACTER.test(term)) return 0.5;
  if (kind === 'part' && term.length === 1) return 0.2;
  return KIND_WEIGHTS[kind];
}

function gramWeight(term: string): number {
  const [first = '', second = ''] = term;
  const stops = Number(isStopWord(first)) + Number(isStopWord(second));
  return stops === 2 ? STOP_WEIGHT : KIND_WEIGHTS.gram / (1 + stops);
}

/**
 * The one tokeniser for documents and queries: dictionary words, character pairs and characters for scripts without
 * spaces; words with English stems; identifiers whole and in pieces. Both sides give the same terms, `role` only
 * decides the weights. Takes any string, never throws, linear in its length.
 */
export function tokenize(text: string, role: 'document' | 'query'): Token[] {
  const { text: normal, source } = normalise(text);
  const tokens: Token[] = [];
  scanTerms(normal, {
    term(term, kind, span) {
      const start = source === undefined ? span.start : (source.starts[span.start] ?? 0);
      const end = source === undefined ? span.end : (source.ends[span.end - 1] ?? start);
      tokens.push({ term, kind, start, end, weight: role === 'query' ? queryWeight(term, kind) : 1 });
    },
    length() {
      // Only stored documents need it.
    },
  });
  return tokens;
}

/** Loads the dictionary and tables that the first Chinese text would wait for (about 0.5 s and 65 MB). */
export function warmTokenizer(): void {
  tokenize('漢字 word', 'query');
}
