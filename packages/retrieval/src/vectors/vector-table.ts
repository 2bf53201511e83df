import { invalidInput } from '@memory-hub/contracts';
import { dotProduct, signDistance } from './distance';
import { largestMagnitude, quantiseInto } from './quantise';
import { copyRow, createSegment, SEGMENT_ROWS, writeSketch, type RowShape, type VectorSegment } from './vector-segment';

/** Up to this many accepted rows are all scored; beyond it the binary sketches choose which. */
const EXACT_ROWS = 16_384;
/** Rows that the sketches pass on: this many, or this many times the limit. */
const SHORTLIST = { rows: 2_000, perHit: 12 } as const;
const SAMPLE_ROWS = 1_024;
const QUERY_STEPS = 2047;
const MAX_CLASS = 1 << 24;

export interface VectorRow {
  /** Any safe integer; a second row with the same key replaces the first. */
  readonly key: number;
  /** Centred vector of any length but zero; only its direction is kept. */
  readonly vector: Float32Array;
  /** Ordinal of the row's access class, 0 … 2²⁴. */
  readonly accessClass: number;
  /** One int32 for each filter column of the table. */
  readonly filters?: readonly number[];
}

export interface VectorQuery {
  readonly vector: Float32Array;
  /** Ordinals of the classes that the principal may read. Rows of others have no part in anything that is returned. */
  readonly accept: ReadonlySet<number>;
  /** Test on the row's filter columns, which begin at `offset` in `columns`. */
  readonly rowFilter?: (columns: Int32Array, offset: number) => boolean;
  readonly limit: number;
}

export interface VectorHit {
  readonly key: number;
  readonly cosine: number;
}

export interface VectorAnswer {
  /** Best first, ties by key. */
  readonly hits: VectorHit[];
  /** Accepted rows. */
  readonly accepted: number;
  /** Mean and standard deviation of the cosine over the accepted rows (over a sample when there are many). */
  readonly background: { readonly mean: number; readonly deviation: number } | undefined;
}

/**
 * Vectors of one space, kept in the process: int8 with one scale a row, and a binary sketch. The access filter comes
 * first; then every accepted row is scored exactly, or beyond 16,384 rows those that the sketches put in front.
 * Cost: 445 bytes a row at 384 dimensions, plus about 50 of index.
 */
export class VectorTable {
  private readonly segments: VectorSegment[] = [];
  private readonly slots = new Map<number, number>();
  private readonly shape: RowShape;

  constructor({ dimensions, filterColumns = 0 }: { readonly dimensions: number; readonly filterColumns?: number }) {
    if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > 8000) {
      throw invalidInput(['dimensions'], 'A vector has 1 to 8,000 dimensions.');
    }
    this.shape = { dimensions, filterColumns, stride: Math.ceil(dimensions / 8) * 8, sketchWords: Math.ceil(dimensions / 32) };
  }

  get size(): number {
    return this.slots.size;
  }

  has(key: number): boolean {
    return this.slots.has(key);
  }

  /** Adds or replaces a row. Throws VALIDATION_FAILED for zero, endless or not-a-number vectors and wrong sizes. */
  upsert({ key, vector, accessClass, filters = [] }: VectorRow): void {
    const scale = this.checkVector(vector) / 127;
    if (!Number.isSafeInteger(key)) throw invalidInput(['key'], 'A key is a safe integer.');
    if (!Number.isInteger(accessClass) || accessClass < 0 || accessClass > MAX_CLASS) throw invalidInput(['accessClass'], 'An access class is a small ordinal.');
    if (filters.length !== this.shape.filterColumns) throw invalidInput(['filters'], `A row has ${String(this.shape.filterColumns)} filter columns.`);
    const slot = this.slots.get(key) ?? this.slots.size;
    const { segment, row } = this.place(slot);
    const steps = segment.steps.subarray(row * this.shape.stride, (row + 1) * this.shape.stride);
    quantiseInto(vector, scale, steps);
    writeSketch(vector, segment.sketches, row * this.shape.sketchWords);
    segment.factors[row] = 1 / lengthOf(steps);
    segment.accessClasses[row] = accessClass;
    segment.filters.set(filters, row * this.shape.filterColumns);
    segment.keys[row] = key;
    this.slots.set(key, slot);
  }

  /** Whether there was such a row. */
  remove(key: number): boolean {
    const slot = this.slots.get(key);
    if (slot === undefined) return false;
    const last = this.place(this.slots.size - 1);
    const hole = this.place(slot);
    copyRow(last, hole, this.shape);
    this.slots.set(hole.segment.keys[hole.row] ?? key, slot);
    this.slots.delete(key);
    if (this.segments.length > Math.ceil(this.slots.size / SEGMENT_ROWS)) this.segments.pop();
    return true;
  }

  search({ vector, accept, rowFilter, limit }: VectorQuery): VectorAnswer {
    const query = this.encode(vector);
    const accepted = this.acceptedSlots(accept, rowFilter);
    const wanted = Math.max(0, Math.floor(limit));
    if (accepted.length === 0 || wanted === 0) return { hits: [], accepted: accepted.length, background: undefined };
    const exact = accepted.length <= EXACT_ROWS;
    const shortlist = exact ? accepted : this.shortlist(accepted, query.sketch, Math.max(SHORTLIST.rows, SHORTLIST.perHit * wanted));
    const hits = this.score(shortlist, query);
    const background = spread(exact ? hits : this.score(this.sample(accepted), query));
    hits.sort((left, right) => right.cosine - left.cosine || left.key - right.key);
    return { hits: hits.slice(0, wanted), accepted: accepted.length, background };
  }

  private checkVector(vector: Float32Array): number {
    if (vector.length !== this.shape.dimensions) {
      throw invalidInput(['vector'], `A vector of this space has ${String(this.shape.dimensions)} dimensions.`);
    }
    return largestMagnitude(vector);
  }

  private place(slot: number): { segment: VectorSegment; row: number } {
    const index = Math.floor(slot / SEGMENT_ROWS);
    const segment = (this.segments[index] ??= createSegment(this.shape));
    return { segment, row: slot % SEGMENT_ROWS };
  }

  private encode(vector: Float32Array): EncodedQuery {
    const scale = this.checkVector(vector) / QUERY_STEPS;
    const steps = new Int32Array(this.shape.stride);
    for (let index = 0; index < vector.length; index++) steps[index] = Math.round((vector[index] ?? 0) / scale);
    const sketch = new Int32Array(this.shape.sketchWords);
    writeSketch(vector, sketch, 0);
    return { steps, sketch, factor: 1 / lengthOf(steps) };
  }

  private acceptedSlots(accept: ReadonlySet<number>, rowFilter: VectorQuery['rowFilter']): Int32Array {
    const table = acceptTable(accept);
    const slots = new Int32Array(this.slots.size);
    let count = 0;
    this.segments.forEach((segment, index) => {
      const base = index * SEGMENT_ROWS;
      const rows = Math.min(SEGMENT_ROWS, this.slots.size - base);
      for (let row = 0; row < rows; row++) {
        if (table[segment.accessClasses[row] ?? 0] !== 1) continue;
        if (rowFilter !== undefined && !rowFilter(segment.filters, row * this.shape.filterColumns)) continue;
        slots[count++] = base + row;
      }
    });
    return slots.subarray(0, count);
  }

  /** The `rows` nearest by sketch, and all that are as near as the last of them, so that storage order has no say. */
  private shortlist(slots: Int32Array, sketch: Int32Array, rows: number): Int32Array {
    const distances = new Uint16Array(slots.length);
    const histogram = new Int32Array(this.shape.sketchWords * 32 + 1);
    for (let index = 0; index < slots.length; index++) {
      const slot = slots[index] ?? 0;
      const segment = this.segments[Math.floor(slot / SEGMENT_ROWS)];
      if (segment === undefined) continue;
      const distance = signDistance(segment.sketches, (slot % SEGMENT_ROWS) * this.shape.sketchWords, sketch);
      distances[index] = distance;
      histogram[distance] = (histogram[distance] ?? 0) + 1;
    }
    let cutoff = 0;
    for (let held = histogram[0] ?? 0; held < rows && cutoff < histogram.length; held += histogram[++cutoff] ?? 0);
    return slots.filter((_, index) => (distances[index] ?? 0) <= cutoff);
  }

  /** About a thousand rows chosen by their content: neither keys nor storage order, which hidden rows influence. */
  private sample(slots: Int32Array): Int32Array {
    const every = Math.max(1, Math.floor(slots.length / SAMPLE_ROWS));
    return slots.filter((slot) => {
      const { segment, row } = this.place(slot);
      const word = segment.sketches[row * this.shape.sketchWords] ?? 0;
      return (Math.imul(word ^ (word >>> 15), 0x2c1b3c6d) >>> 8) % every === 0;
    });
  }

  private score(slots: Int32Array, query: EncodedQuery): VectorHit[] {
    const hits: VectorHit[] = [];
    for (const slot of slots) {
      const segment = this.segments[Math.floor(slot / SEGMENT_ROWS)];
      if (segment === undefined) continue;
      const row = slot % SEGMENT_ROWS;
      const product = dotProduct(segment.steps, row * this.shape.stride, query.steps);
      hits.push({ key: segment.keys[row] ?? 0, cosine: product * (segment.factors[row] ?? 0) * query.factor });
    }
    return hits;
  }
}

interface EncodedQuery {
  readonly steps: Int32Array;
  readonly sketch: Int32Array;
  readonly factor: number;
}

function lengthOf(steps: Int8Array | Int32Array): number {
  let sum = 0;
  for (const step of steps) sum += step * step;
  return Math.sqrt(sum);
}

function acceptTable(accept: ReadonlySet<number>): Uint8Array {
  let largest = -1;
  for (const ordinal of accept) if (Number.isInteger(ordinal) && ordinal <= MAX_CLASS) largest = Math.max(largest, ordinal);
  const table = new Uint8Array(largest + 1);
  for (const ordinal of accept) if (ordinal >= 0 && ordinal <= largest) table[ordinal] = 1;
  return table;
}

function spread(hits: readonly VectorHit[]): VectorAnswer['background'] {
  if (hits.length === 0) return undefined;
  const mean = hits.reduce((sum, hit) => sum + hit.cosine, 0) / hits.length;
  const variance = hits.reduce((sum, hit) => sum + (hit.cosine - mean) ** 2, 0) / hits.length;
  return { mean, deviation: Math.sqrt(variance) };
}
