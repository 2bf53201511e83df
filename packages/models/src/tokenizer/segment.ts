import type { Vocabulary } from './vocabulary';

const UNKNOWN = 3;

/**
 * The likeliest split of one word into pieces (Viterbi over a Unigram model: Kudo 2018, arXiv 1804.10959). Characters that
 * no piece covers become the unknown piece; neighbouring ones are one piece.
 */
export function segment(vocabulary: Vocabulary, word: string): number[] {
  const text = unitsOf(word);
  const best = new Float64Array(text.length + 1).fill(-Infinity);
  const pieceEndingAt = new Int32Array(text.length + 1);
  const startOf = new Int32Array(text.length + 1);
  best[0] = 0;

  const offer = (from: number, to: number, id: number, score: number): void => {
    if (score <= (best[to] ?? 0)) return;
    best[to] = score;
    pieceEndingAt[to] = id;
    startOf[to] = from;
  };

  let at = 0;
  while (at < text.length) {
    const from = at;
    const base = best[from] ?? 0;
    const character = characterLength(text, from);
    let covered = false;
    vocabulary.eachPieceAt(text, from, (id, length) => {
      covered ||= length === character;
      offer(from, from + length, id, base + vocabulary.score(id));
    });
    if (!covered) offer(from, from + character, UNKNOWN, base + vocabulary.unknownScore);
    at += character;
  }
  return trace(pieceEndingAt, startOf);
}

function trace(pieceEndingAt: Int32Array, startOf: Int32Array): number[] {
  const ids: number[] = [];
  for (let at = pieceEndingAt.length - 1; at > 0; at = startOf[at] ?? 0) {
    const id = pieceEndingAt[at] ?? UNKNOWN;
    if (id !== UNKNOWN || ids.at(-1) !== UNKNOWN) ids.push(id);
  }
  return ids.reverse();
}

function unitsOf(word: string): Uint16Array {
  const units = new Uint16Array(word.length);
  for (let i = 0; i < word.length; i += 1) units[i] = word.charCodeAt(i);
  return units;
}

/** A surrogate pair is one character; half a pair stands alone. */
function characterLength(text: Uint16Array, at: number): 1 | 2 {
  return isHigh(text[at]) && isLow(text[at + 1]) ? 2 : 1;
}

function isHigh(unit: number | undefined): boolean {
  return unit !== undefined && unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number | undefined): boolean {
  return unit !== undefined && unit >= 0xdc00 && unit <= 0xdfff;
}
