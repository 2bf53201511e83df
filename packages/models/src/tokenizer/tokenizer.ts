import { segment } from './segment';
import { loadVocabulary, type Vocabulary } from './vocabulary';
import { ASSETS } from '../assets';

const BEGIN = 0;
const END = 2;
const UNKNOWN = 3;
const SPACE_MARK = '▁';
/** Unicode white space, and the byte-order mark that JavaScript counts as such. */
const WORD = /[^\s\u0085]+/g;
/** Words are looked at in slices: Chinese has no spaces, so a word may be a whole document. */
const SLICE_UNITS = 4_096;
/** Text after this (white space not counted) is not read: 512 pieces of ordinary text end long before. */
const MOST_UNITS = 65_536;

export interface TokenizerOptions {
  /** Pieces at most, both marks included; the text is cut there. */
  readonly maxTokens?: number;
}

export interface Tokenizer {
  /** Ids with the begin and the end mark. Any string is good input: empty, half surrogates, megabytes. */
  encode(text: string, options?: TokenizerOptions): number[];
}

/** The tokenizer of the bundled embedder. Loading takes some 20 ms and 5 MB; keep one for the life of the process. */
export function loadTokenizer(): Tokenizer {
  return unigramTokenizer(loadVocabulary(ASSETS.vocabulary));
}

/** NFKC, white space folded, Metaspace, Unigram: what `tokenizer.json.gz` describes. Reads no further than needed. */
export function unigramTokenizer(vocabulary: Vocabulary): Tokenizer {
  return {
    encode(text, { maxTokens = 512 } = {}) {
      const room = maxTokens - 2;
      const ids: number[] = [];
      for (const part of parts(text)) {
        if (ids.length >= room) break;
        append(ids, segment(vocabulary, part.text), part.continued);
      }
      return [BEGIN, ...ids.slice(0, Math.max(0, room)), END];
    },
  };
}

interface Part {
  readonly text: string;
  /** The part goes on with a word whose beginning was cut off as another part. */
  readonly continued: boolean;
}

/** Words with their space mark, normalised one slice at a time. NFKC never reaches across white space. */
function* parts(text: string): Generator<Part> {
  let read = 0;
  let first = true;
  for (const match of text.matchAll(WORD)) {
    for (const slice of slices(match[0])) {
      yield* marked(slice.text.normalize('NFKC'), slice.continued, first);
      first = false;
      read += slice.text.length;
      if (read >= MOST_UNITS) return;
    }
  }
}

/** Some characters become several words by NFKC (´ is a space and an accent), and the mark itself may be in the text. */
function* marked(normal: string, continued: boolean, first: boolean): Generator<Part> {
  const words = normal.match(WORD) ?? [];
  for (const [index, word] of words.entries()) {
    const goesOn = continued && index === 0 && normal.startsWith(word);
    const bare = goesOn || (first && index === 0 && word.startsWith(SPACE_MARK));
    const pieces = (bare ? word : SPACE_MARK + word).match(/▁?[^▁]*/g) ?? [];
    for (const [at, piece] of pieces.entries()) {
      if (piece !== '') yield { text: piece, continued: goesOn && at === 0 && !piece.startsWith(SPACE_MARK) };
    }
  }
}

function* slices(word: string): Generator<Part> {
  let from = 0;
  while (from < word.length) {
    let to = Math.min(word.length, from + SLICE_UNITS);
    if (to < word.length && isHighSurrogate(word.charCodeAt(to - 1))) to -= 1;
    yield { text: word.slice(from, to), continued: from > 0 };
    from = to;
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** A run of unknown characters stays one piece where it was cut into slices. */
function append(ids: number[], more: number[], continued: boolean): void {
  const fused = continued && more[0] === UNKNOWN && ids.at(-1) === UNKNOWN;
  for (let i = fused ? 1 : 0; i < more.length; i += 1) ids.push(more[i] ?? UNKNOWN);
}
