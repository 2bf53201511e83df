import { EmbedderError } from './embedder.errors';

/** Refuses what would silently spoil an index: a wrong length, NaN, infinity, a zero vector, or one that is not of unit length. */
export function assertUsable(vector: Float32Array, dimensions: number): void {
  const length = Math.sqrt(dot(vector, vector));
  if (vector.length === dimensions && Math.abs(length - 1) < 0.01) return;
  throw new EmbedderError('bad_vector', {
    cause: new Error(`${vector.length} numbers of length ${length} instead of ${dimensions} of length 1.`),
  });
}

/** Cosine of two unit vectors. */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

/** The same direction with length 1; a zero vector stays as it is. */
export function normalise(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector));
  return length === 0 ? vector.slice() : vector.map((value) => value / length);
}
