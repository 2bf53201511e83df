/** Dot product of an int8 row and a query of 12-bit steps: below 2³¹ for up to 8,000 dimensions. `stride` is a multiple of 8. */
export function dotProduct(steps: Int8Array, offset: number, query: Int32Array): number {
  let left = 0;
  let right = 0;
  // The indices are in range by construction; reading with a default here would triple the time of the scan.
  for (let at = 0; at < query.length; at += 8) {
    const row = offset + at;
    left =
      (left + product(steps, row, query, at) + product(steps, row + 1, query, at + 1) + product(steps, row + 2, query, at + 2) + product(steps, row + 3, query, at + 3)) | 0;
    right =
      (right + product(steps, row + 4, query, at + 4) + product(steps, row + 5, query, at + 5) + product(steps, row + 6, query, at + 6) + product(steps, row + 7, query, at + 7)) | 0;
  }
  return (left + right) | 0;
}

function product(steps: Int8Array, row: number, query: Int32Array, at: number): number {
  return Math.imul(steps[row] ?? 0, query[at] ?? 0);
}

/** Number of set bits, by adding neighbouring fields (Warren, Hacker's Delight, 5-1). */
function bitCount(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Number of dimensions whose signs differ. */
export function signDistance(sketches: Int32Array, offset: number, query: Int32Array): number {
  let distance = 0;
  for (let word = 0; word < query.length; word++) distance += bitCount((sketches[offset + word] ?? 0) ^ (query[word] ?? 0));
  return distance;
}
