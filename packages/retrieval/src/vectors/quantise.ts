import { DomainError, invalidInput } from '@memory-hub/contracts';

/** 4 bytes of scale (little-endian float32), then one signed byte for each dimension. */
const HEADER = 4;
const STEPS = 127;
/** Below this the scale would leave float32; no embedder gives such a vector. */
const SMALLEST = 1e-30;

/** Largest magnitude of a usable vector; a zero, endless or not-a-number vector is refused. */
export function largestMagnitude(vector: Float32Array): number {
  let largest = 0;
  for (const value of vector) {
    if (!Number.isFinite(value)) throw invalidInput(['vector'], 'A vector may hold finite numbers only.');
    largest = Math.max(largest, Math.abs(value));
  }
  if (largest < SMALLEST)
    throw invalidInput(
      ['vector'],
      'A vector of zeros has no direction.',
      'Leave the row without a vector and embed it again.',
    );
  return largest;
}

/**
 * A vector as bytes to store: int8 with one scale. Each component is off by at most max|v| / 254; for the bundled
 * embedder's unit vectors the cosine to the original stays above 0.9995.
 */
export function quantise(vector: Float32Array): Uint8Array<ArrayBuffer> {
  const scale = Math.fround(largestMagnitude(vector) / STEPS);
  const bytes = new Uint8Array(HEADER + vector.length);
  new DataView(bytes.buffer).setFloat32(0, scale, true);
  const steps = new Int8Array(bytes.buffer, HEADER);
  quantiseInto(vector, scale, steps);
  return bytes;
}

/** Writes the steps of `vector` at `scale` into `target`. */
export function quantiseInto(vector: Float32Array, scale: number, target: Int8Array): void {
  for (let index = 0; index < vector.length; index++) {
    const step = Math.round((vector[index] ?? 0) / scale);
    target[index] = Math.max(-STEPS, Math.min(STEPS, step));
  }
}

/** The stored vector. Bytes of another shape are an internal error: a stored row is damaged. */
export function dequantise(bytes: Uint8Array): Float32Array<ArrayBuffer> {
  const scale =
    bytes.length > HEADER ? new DataView(bytes.buffer, bytes.byteOffset).getFloat32(0, true) : Number.NaN;
  if (!(scale > 0) || !Number.isFinite(scale))
    throw new DomainError('INTERNAL', 'The bytes are not a stored vector.');
  const vector = new Float32Array(bytes.length - HEADER);
  for (let index = 0; index < vector.length; index++) {
    const byte = bytes[HEADER + index] ?? 0;
    vector[index] = (byte > 127 ? byte - 256 : byte) * scale;
  }
  return vector;
}
