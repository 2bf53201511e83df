import { Jieba } from '@node-rs/jieba';
import { dict } from '@node-rs/jieba/dict';
import type { TermSink } from './token';

/** A dictionary needs context, not a book: runs without any punctuation are cut into blocks of this many units. */
const BLOCK = 2048;
const HAN = /\p{Script=Han}/u;

let jieba: Jieba | undefined;

/** The dictionary (350,000 words: about 0.4 s and 55 MB once). Loaded at the first Chinese text. */
function loadDictionary(): Jieba {
  return (jieba ??= Jieba.withDict(dict));
}

interface WordSpan {
  readonly at: number;
  readonly word: string;
}

/** Words of a block: the most likely division, and the dictionary words inside its longer words. */
function dictionaryWords(block: string): WordSpan[] {
  if (!HAN.test(block)) return [];
  const dictionary = loadDictionary();
  const search = dictionary.cutForSearch(block, false);
  const words: WordSpan[] = [];
  let next = 0;
  let at = 0;
  for (const whole of dictionary.cut(block, false)) {
    // Search mode lists a word's two-character pieces, then its three-character ones, then the word itself.
    let from = 0;
    let width = 0;
    for (let piece = search[next]; piece !== undefined && piece !== whole; piece = search[++next]) {
      if (piece.length !== width) from = 0;
      width = piece.length;
      const place = whole.indexOf(piece, from);
      if (place < 0) break;
      words.push({ at: at + place, word: piece });
      from = place + 1;
    }
    next++;
    words.push({ at, word: whole });
    at += whole.length;
  }
  return words;
}

function codePointStarts(text: string): number[] {
  const starts: number[] = [];
  for (let at = 0; at < text.length; at++) {
    starts.push(at);
    const code = text.charCodeAt(at);
    if (code >= 0xd800 && code <= 0xdbff) at++;
  }
  return starts;
}

interface Block {
  readonly text: string;
  /** Where the block begins in the normalised text. */
  readonly base: number;
  /** First character of the next block: the pair across the border counts as well. */
  readonly following: string;
}

function emitBlock({ text, base, following }: Block, sink: TermSink): void {
  const starts = codePointStarts(text);
  const single = new Set<number>();
  const pairs = new Set<number>();
  for (const { at, word } of dictionaryWords(text)) {
    const size = codePointLength(word);
    if (size === 1) {
      if (HAN.test(word)) single.add(at);
    } else if (size === 2) pairs.add(at);
    else sink.term(word, 'word', { start: base + at, end: base + at + word.length });
  }
  const extended = text + following;
  const alone = starts.length === 1 && following === '';
  starts.forEach((at, index) => {
    const middle = starts[index + 1] ?? text.length;
    const end = starts[index + 2] ?? (middle < text.length ? text.length : extended.length);
    const isWord = alone || single.has(at);
    sink.term(text.slice(at, middle), isWord ? 'word' : 'char', { start: base + at, end: base + middle });
    if (end > middle) {
      sink.term(extended.slice(at, end), pairs.has(at) ? 'word' : 'gram', {
        start: base + at,
        end: base + end,
      });
    }
  });
  sink.length(starts.length * 0.6);
}

function codePointLength(word: string): number {
  if (word.length === 1) return 1;
  let size = 0;
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at);
    if (code < 0xdc00 || code > 0xdfff) size++;
  }
  return size;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

/**
 * Terms of a run in a script without spaces: dictionary words, every pair of neighbours, every character. The pairs
 * make each contiguous part findable however the dictionary divides the text around it.
 */
export function emitUnspacedRun(run: string, base: number, sink: TermSink): void {
  let from = 0;
  while (from < run.length) {
    let to = Math.min(from + BLOCK, run.length);
    if (isLowSurrogate(run.charCodeAt(to))) to++;
    const point = to < run.length ? run.codePointAt(to) : undefined;
    const following = point === undefined ? '' : String.fromCodePoint(point);
    emitBlock({ text: run.slice(from, to), base: base + from, following }, sink);
    from = to;
  }
}
