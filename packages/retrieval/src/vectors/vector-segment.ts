/** Rows of one segment. Segments are added as the table grows, so growing never copies and wastes less than one. */
export const SEGMENT_ROWS = 4096;

export interface RowShape {
  readonly dimensions: number;
  /** Dimensions rounded up to the unrolled inner loop; the rest are zeros. */
  readonly stride: number;
  /** 32-bit words of a binary sketch: one bit for the sign of each dimension. */
  readonly sketchWords: number;
  readonly filterColumns: number;
}

export interface VectorSegment {
  readonly steps: Int8Array;
  readonly sketches: Int32Array;
  /** 1 / length of the int8 row: turns a dot product into a cosine. */
  readonly factors: Float32Array;
  readonly accessClasses: Int32Array;
  readonly filters: Int32Array;
  readonly keys: Float64Array;
}

export function createSegment(shape: RowShape): VectorSegment {
  return {
    steps: new Int8Array(SEGMENT_ROWS * shape.stride),
    sketches: new Int32Array(SEGMENT_ROWS * shape.sketchWords),
    factors: new Float32Array(SEGMENT_ROWS),
    accessClasses: new Int32Array(SEGMENT_ROWS),
    filters: new Int32Array(SEGMENT_ROWS * shape.filterColumns),
    keys: new Float64Array(SEGMENT_ROWS),
  };
}

/** Copies one row over another, possibly of another segment. */
export function copyRow(from: { segment: VectorSegment; row: number }, to: { segment: VectorSegment; row: number }, shape: RowShape): void {
  const parts = [
    [from.segment.steps, to.segment.steps, shape.stride],
    [from.segment.sketches, to.segment.sketches, shape.sketchWords],
    [from.segment.factors, to.segment.factors, 1],
    [from.segment.accessClasses, to.segment.accessClasses, 1],
    [from.segment.filters, to.segment.filters, shape.filterColumns],
    [from.segment.keys, to.segment.keys, 1],
  ] as const;
  for (const [source, target, width] of parts) {
    target.set(source.subarray(from.row * width, (from.row + 1) * width), to.row * width);
  }
}

/** Signs of the dimensions as bits. */
export function writeSketch(vector: Float32Array, sketches: Int32Array, offset: number): void {
  const words = Math.ceil(vector.length / 32);
  sketches.fill(0, offset, offset + words);
  for (let index = 0; index < vector.length; index++) {
    const word = offset + (index >> 5);
    if ((vector[index] ?? 0) > 0) sketches[word] = (sketches[word] ?? 0) | (1 << (index & 31));
  }
}
