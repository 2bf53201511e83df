import { graphemeBorderAfter, graphemeBorderBefore } from '@memory-hub/contracts';
import { foldCase, normalise, type NormalisedText } from '../terms/normalise';
import { tokenize } from '../terms/tokenize';

export interface Highlight {
  /** Within the snippet's text, UTF-16 units, end exclusive; on grapheme borders, in order, apart. */
  readonly start: number;
  readonly end: number;
}

export interface Snippet {
  readonly text: string;
  readonly highlights: readonly Highlight[];
  /** Whether the original goes on before or after the snippet. */
  readonly cutStart: boolean;
  readonly cutEnd: boolean;
}

export interface SnippetMarks {
  /** Matched terms as `rank` or `queryTerms` name them. */
  readonly terms?: readonly string[];
  readonly phrases?: readonly string[];
}

/** Enough places to choose a good window; a word on every line of a megabyte need not be counted out. */
const PLACES_PER_MARK = 400;
/** A snippet begins this share of its size before the first match, to give it something to stand in. */
const LEAD = 0.2;

interface Place {
  /** In the normalised text. */
  readonly at: number;
  readonly mark: number;
  readonly worth: number;
}

/** Places where a mark begins. Stems end before the word does (`happi` → `happily`, `happy`), so their last letter is not asked for. */
function findPlaces(folded: string, marks: readonly string[]): Place[] {
  const places: Place[] = [];
  marks.forEach((mark, index) => {
    const latin = /^[a-z]{4,}$/.test(mark);
    const wanted = latin ? mark.slice(0, -1) : mark;
    const worth = Math.min(wanted.length, 8);
    let at = folded.indexOf(wanted);
    for (let count = 0; at >= 0 && count < PLACES_PER_MARK; at = folded.indexOf(wanted, at + wanted.length)) {
      if (!/[a-z0-9]/.test(wanted.charAt(0)) || at === 0 || !/[a-z0-9]/.test(folded.charAt(at - 1))) {
        places.push({ at, mark: index, worth });
        count++;
      }
    }
  });
  return places.sort((left, right) => left.at - right.at);
}

/** The earliest window that holds the most: each mark once in full, repeats a tenth. */
function bestWindow(places: readonly Place[], size: number): { first: number; last: number } | undefined {
  const held = new Map<number, number>();
  let value = 0;
  let best = 0;
  let window: { first: number; last: number } | undefined;
  let left = 0;
  const change = (place: Place, by: 1 | -1): void => {
    const count = held.get(place.mark) ?? 0;
    held.set(place.mark, count + by);
    value += by * ((by === 1 ? count : count - 1) === 0 ? place.worth : place.worth / 10);
  };
  for (const place of places) {
    change(place, 1);
    for (
      let first = places[left];
      first !== undefined && place.at - first.at > size * (1 - LEAD);
      first = places[++left]
    )
      change(first, -1);
    if (value > best + 1e-9) {
      best = value;
      window = { first: places[left]?.at ?? place.at, last: place.at };
    }
  }
  return window;
}

function sourceOf(normal: NormalisedText, at: number): number {
  return normal.source === undefined ? at : (normal.source.starts[at] ?? at);
}

/** Start of the window in the original: a little before the first match, at a sentence or word if one begins near. */
function windowStart(text: string, first: number, size: number): number {
  const earliest = Math.max(0, Math.min(first - Math.floor(size * LEAD), text.length - size));
  if (earliest === 0) return 0;
  const lead = text.slice(earliest, first);
  const sentence = /[.!?]\s+|[。！？；\n]\s*/.exec(lead);
  if (sentence !== null) return earliest + sentence.index + sentence[0].length;
  const space = /\s+/.exec(lead.slice(0, 24));
  return space === null ? graphemeBorderAfter(text, earliest) : earliest + space.index + space[0].length;
}

function windowEnd(text: string, start: number, size: number): number {
  if (start + size >= text.length) return text.length;
  const border = graphemeBorderBefore(text, start + size);
  const tail = /\s+\S{0,20}$/.exec(text.slice(Math.max(start, border - 24), border));
  return tail !== null && border - start > 48 ? border - tail[0].length : border;
}

function collectHighlights(
  text: string,
  terms: ReadonlySet<string>,
  phrases: readonly string[],
): Highlight[] {
  const found: Highlight[] = [];
  if (terms.size > 0) {
    for (const token of tokenize(text, 'document'))
      if (terms.has(token.term)) found.push({ start: token.start, end: token.end });
  }
  const normal = normalise(text);
  const folded = foldCase(normal.text);
  for (const phrase of phrases) {
    for (let at = folded.indexOf(phrase); at >= 0; at = folded.indexOf(phrase, at + phrase.length)) {
      const last = at + phrase.length - 1;
      found.push({
        start: sourceOf(normal, at),
        end: normal.source === undefined ? last + 1 : (normal.source.ends[last] ?? last + 1),
      });
    }
  }
  return found;
}

/** Highlights widened to grapheme borders; overlapping and touching ones are one. */
function merged(text: string, highlights: Highlight[]): Highlight[] {
  const result: { start: number; end: number }[] = [];
  for (const raw of highlights.sort((left, right) => left.start - right.start)) {
    const start = graphemeBorderBefore(text, raw.start);
    const end = graphemeBorderAfter(text, raw.end);
    const last = result.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else if (end > start) result.push({ start, end });
  }
  return result;
}

/**
 * The part of a text that shows best why it was found, at most `maxCharacters` UTF-16 units, cut on grapheme borders
 * and where possible between sentences or words. Without a match it is the beginning. The text is not escaped.
 * Finding the window is a substring search; only the window is tokenised, so a megabyte takes milliseconds.
 */
export function snippet(text: string, marks: SnippetMarks, maxCharacters: number): Snippet {
  const size = Math.max(1, Math.floor(maxCharacters));
  const phrases = (marks.phrases ?? [])
    .map((phrase) => foldCase(normalise(phrase).text))
    .filter((phrase) => phrase !== '');
  const terms = new Set((marks.terms ?? []).filter((term) => term !== ''));
  let start = 0;
  if (text.length > size) {
    const normal = normalise(text);
    const window = bestWindow(findPlaces(foldCase(normal.text), [...phrases, ...terms]), size);
    if (window !== undefined) start = windowStart(text, sourceOf(normal, window.first), size);
  }
  const end = windowEnd(text, start, size);
  const shown = text.slice(start, end);
  return {
    text: shown,
    highlights: merged(shown, collectHighlights(shown, terms, phrases)),
    cutStart: start > 0,
    cutEnd: end < text.length,
  };
}
