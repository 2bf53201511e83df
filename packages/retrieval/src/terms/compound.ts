import stemEnglish = require('wink-porter2-stemmer');
import { CharacterClass, classOf } from './character-class';
import { foldCase } from './normalise';
import { isStopWord } from './stop-words';
import { MAX_TERM, type Span, type TermSink } from './token';

/** A word, number, identifier, path, version or address as written: `don't`, `20.04`, `src/app.ts`, `getUserId`, `C++`. */
const CONNECTORS = new Set("-./\\:@'_&+=?#%~");
const MAX_WHOLE = 128;
const LETTERS = /^[a-z]+$/;
const stems = new Map<string, string>();

function isAlphanumeric(code: number): boolean {
  const kind = classOf(code);
  return kind === CharacterClass.letter || kind === CharacterClass.digit;
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

function unitsAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

/** `1,000` is one number; `1,2` is a list. */
function isThousandsComma(text: string, at: number): boolean {
  return (
    text[at] === ',' &&
    isDigit(text, at - 1) &&
    isDigit(text, at + 1) &&
    isDigit(text, at + 2) &&
    isDigit(text, at + 3) &&
    !isDigit(text, at + 4)
  );
}

/** End of the compound that begins at `start`: connectors count only between letters or digits (at most three in a row). */
export function compoundEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length) {
    if (isAlphanumeric(text.codePointAt(end) ?? 0)) {
      end += unitsAt(text, end);
      continue;
    }
    let next = end;
    while (next - end < 3 && CONNECTORS.has(text[next] ?? '')) next++;
    if (next === end && isThousandsComma(text, end)) next++;
    if (next === end || next >= text.length || !isAlphanumeric(text.codePointAt(next) ?? 0)) break;
    end = next;
  }
  return withSuffix(text, start, end);
}

/** `C++` and `C#` carry their sign. */
function withSuffix(text: string, start: number, end: number): number {
  if (text.startsWith('++', end) && end - start <= 16 && text[end + 2] !== '+') return end + 2;
  return text[end] === '#' && end - start <= 2 ? end + 1 : end;
}

/** Whether a name such as `.NET` or `.env` begins at this dot. */
export function isLeadingDot(text: string, at: number): boolean {
  if (text[at] !== '.' || classOf(text.codePointAt(at + 1) ?? 0) !== CharacterClass.letter) return false;
  const before = at === 0 ? ' ' : text.charAt(at - 1);
  return !/[./\\]/.test(before) && !isAlphanumeric(before.charCodeAt(0));
}

function stemOf(word: string): string {
  if (word.length < 3 || word.length > 32 || !LETTERS.test(word)) return word;
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = stemEnglish(word);
  if (stems.size > 50_000) stems.clear();
  stems.set(word, stem);
  return stem;
}

function isCaseBorder(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  const here = text.charCodeAt(at);
  if (isUpper(here)) return isLower(before) || (isUpper(before) && isLower(text.charCodeAt(at + 1)));
  if (text[at] === "'" || text[at - 1] === "'") return false;
  return isDigit(text, at) !== isDigit(text, at - 1);
}

function isUpper(code: number): boolean {
  return code >= 65 && code <= 90;
}

function isLower(code: number): boolean {
  return code >= 97 && code <= 122;
}

/** Pieces of `text` between connectors, camelCase humps and letter-digit borders. An apostrophe does not divide. */
function leavesOf(text: string, span: Span): Span[] {
  const leaves: Span[] = [];
  let start = span.start;
  for (let at = span.start; at <= span.end; at++) {
    const character = at < span.end ? text.charAt(at) : '-';
    const divides = character !== "'" && (CONNECTORS.has(character) || character === ',');
    if (divides || (at > start && isCaseBorder(text, at))) {
      const leaf = withoutApostrophes(text, { start, end: at });
      if (leaf.end > leaf.start) leaves.push(leaf);
      start = divides ? at + 1 : at;
    }
  }
  return leaves;
}

/** Apostrophes at the ends are quotes, not letters. */
function withoutApostrophes(text: string, { start, end }: Span): Span {
  let first = start;
  let last = end;
  while (first < last && text[first] === "'") first++;
  while (last > first && text[last - 1] === "'") last--;
  return { start: first, end: last };
}

/** Path-like pieces: `src/app/main.ts` → `src`, `app`, `main.ts`. */
function segmentsOf(text: string, span: Span): Span[] {
  const segments: Span[] = [];
  let start = span.start;
  for (let at = span.start; at <= span.end; at++) {
    if (at < span.end && !/[/\\:@=?&#%~]/.test(text.charAt(at))) continue;
    if (at > start) segments.push({ start, end: at });
    start = at + 1;
  }
  return segments;
}

class CompoundEmitter {
  constructor(
    private readonly text: string,
    private readonly sink: TermSink,
  ) {}

  emit(span: Span): void {
    const leaves = leavesOf(this.text, span);
    this.sink.length(Math.max(1, leaves.length));
    const [only] = leaves;
    if (leaves.length === 1 && only !== undefined && only.end - only.start === span.end - span.start) {
      this.leaf(only, 'word');
      return;
    }
    if (span.end - span.start <= MAX_WHOLE) this.whole(span, 'word');
    const segments = segmentsOf(this.text, span);
    for (const segment of segments) if (segments.length > 1) this.segment(segment);
    if (segments.length === 1 && only !== undefined) this.joined(span);
    for (const leaf of leaves) this.leaf(leaf, 'part');
  }

  private whole(span: Span, kind: 'word' | 'part'): string {
    const term = foldCase(this.text.slice(span.start, span.end));
    this.sink.term(term, kind, span);
    return term;
  }

  private segment(span: Span): void {
    const leaves = leavesOf(this.text, {
      start: span.start,
      end: Math.min(span.end, span.start + MAX_WHOLE + 1),
    });
    if (leaves.length < 2 || span.end - span.start > MAX_WHOLE) return;
    this.whole(span, 'part');
    this.joined(span);
  }

  /** `get_user_id`, `get-user-id` and `getUserId` meet in `getuserid`, `1,000` and `1000` in `1000`. */
  private joined(span: Span): void {
    if (span.end - span.start > MAX_WHOLE) return;
    const written = this.text.slice(span.start, span.end);
    const term = written.replace(/[-_,]/g, '');
    if (term !== written && !/[.+/]/.test(term)) this.sink.term(foldCase(term), 'part', span);
  }

  private leaf(span: Span, kind: 'word' | 'part'): void {
    const written = foldCase(this.text.slice(span.start, Math.min(span.end, span.start + MAX_TERM)));
    const term = written.endsWith("'s") ? written.slice(0, -2) : written;
    this.sink.term(term, kind, span);
    const stem = stemOf(term);
    if (stem !== term) this.sink.term(stem, 'stem', span);
    if (term.includes("'") && !isStopWord(term)) this.apostrophes(term, span);
  }

  /** `O'Brien` → `obrien`, `brien`; `l'école` → `ecole`. */
  private apostrophes(term: string, span: Span): void {
    this.sink.term(term.replaceAll("'", ''), 'part', span);
    for (const piece of term.split("'")) if (piece.length >= 3) this.sink.term(piece, 'part', span);
  }
}

/** Terms of one compound of the normalised text: the whole, its pieces, their English stems. */
export function emitCompound(text: string, span: Span, sink: TermSink): void {
  new CompoundEmitter(text, sink).emit(span);
}
