import { createDotKernel, type DotKernel } from './dot-kernel';

/** Dot products with a query of 12-bit steps stay below 2³¹ up to 8,000 dimensions. */
const QUERY_STEPS = 2047;
const PAGE = 65_536;
/** The memory grows in place by this many pages (1 MiB), so that growing neither copies nor over-reserves. */
const GROWTH_PAGES = 16;

export interface EncodedQuery {
  /** 1 / length of the encoded query. */
  readonly factor: number;
}

/** The int8 rows in WebAssembly memory: the query first, then row after row, each padded to 16 bytes. */
export class RowStore {
  private readonly memory = new WebAssembly.Memory({ initial: 1 });
  private readonly kernel: DotKernel = createDotKernel(this.memory);
  private readonly stride: number;
  private readonly base: number;

  constructor(private readonly dimensions: number) {
    this.stride = Math.ceil(dimensions / 16) * 16;
    this.base = this.stride * 2;
    this.reserve(0);
  }

  /** Writes a row as steps of `scale` and returns 1 / its length. */
  write(slot: number, vector: Float32Array, scale: number): number {
    this.reserve(slot + 1);
    const steps = new Int8Array(this.memory.buffer, this.base + slot * this.stride, this.stride);
    for (let index = 0; index < vector.length; index++)
      steps[index] = Math.round((vector[index] ?? 0) / scale);
    return 1 / lengthOf(steps);
  }

  copy(from: number, to: number): void {
    const start = this.base + from * this.stride;
    new Uint8Array(this.memory.buffer).copyWithin(this.base + to * this.stride, start, start + this.stride);
  }

  writeQuery(vector: Float32Array, largest: number): EncodedQuery {
    const steps = new Int16Array(this.memory.buffer, 0, this.stride);
    for (let index = 0; index < this.dimensions; index++)
      steps[index] = Math.round(((vector[index] ?? 0) / largest) * QUERY_STEPS);
    return { factor: 1 / lengthOf(steps) };
  }

  /** Dot product of a row and the query written last, both as steps. */
  dot(slot: number): number {
    return this.kernel.dot(this.base + slot * this.stride, 0, this.stride);
  }

  private reserve(rows: number): void {
    const missing = this.base + rows * this.stride - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.max(GROWTH_PAGES, Math.ceil(missing / PAGE)));
  }
}

function lengthOf(steps: Int8Array | Int16Array): number {
  let sum = 0;
  for (const step of steps) sum += step * step;
  return Math.sqrt(sum);
}
