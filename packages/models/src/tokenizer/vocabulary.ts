import { readFileSync } from 'node:fs';
import { DomainError } from '@memory-hub/contracts';

const HEADER_BYTES = 16;
const MAGIC = 'MHVOCAB1';
const EMPTY = -1;
/** FNV-1a, 32 bits (http://www.isthe.com/chongo/tech/comp/fnv/), over UTF-16 units. */
const HASH_SEED = 0x811c9dc5;
const HASH_PRIME = 0x01000193;

/**
 * The pieces of a Unigram model and their scores, in flat arrays: about 4 MB for 138,356 pieces where a Map of strings
 * takes 30. A piece is found by an open-addressed hash of its UTF-16 units.
 */
export class Vocabulary {
  readonly size: number;
  readonly longestPiece: number;
  /** Log probability of a character that no piece covers: 10 below the least likely piece, as SentencePiece has it. */
  readonly unknownScore: number;

  private readonly starts: Uint32Array;
  private readonly table: Int32Array;

  /** @param reserved ids below this are control symbols: they have no text, so that no text can forge them. */
  constructor(
    private readonly scores: Float32Array,
    private readonly units: Uint16Array,
    private readonly lengths: Uint8Array,
    private readonly reserved: number,
  ) {
    this.size = scores.length;
    this.longestPiece = lengths.reduce((longest, length) => Math.max(longest, length), 0);
    this.unknownScore = scores.reduce((least, score) => Math.min(least, score), 0) - 10;
    this.starts = startsOf(lengths);
    this.table = this.buildTable();
  }

  score(id: number): number {
    return this.scores[id] ?? this.unknownScore;
  }

  piece(id: number): string {
    const start = this.starts[id] ?? 0;
    return String.fromCharCode(...this.units.subarray(start, start + (this.lengths[id] ?? 0)));
  }

  /** Calls `found` with the id and length of every piece that begins at `from`, shortest first. */
  eachPieceAt(text: Uint16Array, from: number, found: (id: number, length: number) => void): void {
    const longest = Math.min(this.longestPiece, text.length - from);
    let hash = HASH_SEED;
    for (let length = 1; length <= longest; length += 1) {
      hash = Math.imul(hash ^ unitAt(text, from + length - 1), HASH_PRIME);
      const id = this.find(text, from, length, hash);
      if (id !== EMPTY) found(id, length);
    }
  }

  private find(text: Uint16Array, from: number, length: number, hash: number): number {
    const mask = this.table.length - 1;
    for (let slot = slotOf(hash, mask); ; slot = (slot + 1) & mask) {
      const id = this.table[slot] ?? EMPTY;
      if (id === EMPTY || this.equals(id, text, from, length)) return id;
    }
  }

  private equals(id: number, text: Uint16Array, from: number, length: number): boolean {
    if (this.lengths[id] !== length) return false;
    const start = this.starts[id] ?? 0;
    for (let i = 0; i < length; i += 1) {
      if (this.units[start + i] !== text[from + i]) return false;
    }
    return true;
  }

  private buildTable(): Int32Array {
    const table = new Int32Array(2 ** Math.ceil(Math.log2(this.size * 1.5 + 1))).fill(EMPTY);
    const mask = table.length - 1;
    for (let id = this.reserved; id < this.size; id += 1) {
      let slot = slotOf(this.hashOf(id), mask);
      while (table[slot] !== EMPTY) slot = (slot + 1) & mask;
      table[slot] = id;
    }
    return table;
  }

  private hashOf(id: number): number {
    const start = this.starts[id] ?? 0;
    const end = start + (this.lengths[id] ?? 0);
    let hash = HASH_SEED;
    for (let i = start; i < end; i += 1) hash = Math.imul(hash ^ unitAt(this.units, i), HASH_PRIME);
    return hash;
  }
}

/** Reads `vocabulary.bin` (its layout is described where it is made: assets/…/build/pack-vocabulary.mjs). */
export function loadVocabulary(path: string): Vocabulary {
  const bytes = readFileSync(path);
  const pieces = bytes.length < HEADER_BYTES ? 0 : bytes.readUInt32LE(8);
  const units = bytes.length < HEADER_BYTES ? 0 : bytes.readUInt32LE(12);
  if (bytes.toString('latin1', 0, 8) !== MAGIC || bytes.length !== HEADER_BYTES + pieces * 5 + units * 2) {
    throw new DomainError('CONFIG_INVALID', 'The vocabulary of the bundled embedder is damaged.', {
      hint: 'Restore packages/models/assets from the release, then start again.',
    });
  }
  // Small reads come from a shared pool at any offset; typed arrays need their own alignment.
  const body = bytes.buffer.slice(bytes.byteOffset + HEADER_BYTES, bytes.byteOffset + bytes.length);
  return new Vocabulary(
    new Float32Array(body, 0, pieces),
    new Uint16Array(body, pieces * 4, units),
    new Uint8Array(body, pieces * 4 + units * 2, pieces),
    4,
  );
}

function startsOf(lengths: Uint8Array): Uint32Array {
  const starts = new Uint32Array(lengths.length);
  let at = 0;
  lengths.forEach((length, id) => {
    starts[id] = at;
    at += length;
  });
  return starts;
}

function unitAt(units: Uint16Array, at: number): number {
  return units[at] ?? 0;
}

/** The low bits of FNV alone cluster for short keys; folding the high ones in spreads them. */
function slotOf(hash: number, mask: number): number {
  return (hash ^ (hash >>> 15)) & mask;
}
