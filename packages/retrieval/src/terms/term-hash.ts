const scratch = new DataView(new ArrayBuffer(8));

/** Final mixing step of MurmurHash3 (32 bit, public domain): every input bit reaches every output bit. */
function mix(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/**
 * Stable signed 64-bit number of a term, for a Postgres bigint column. Two 32-bit lanes of FNV-1a steps over UTF-16
 * units with different primes, mixed with each other. Two of 10 million terms meet with probability 3 · 10⁻⁶.
 */
export function termHash(term: string): bigint {
  let low = 0x811c9dc5;
  let high = 0x9747b28c ^ term.length;
  for (let at = 0; at < term.length; at++) {
    const unit = term.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x5bd1e995);
    high ^= high >>> 15;
  }
  const mixedLow = mix(low ^ Math.imul(high, 0x9e3779b1));
  scratch.setInt32(0, mix(high ^ mixedLow));
  scratch.setInt32(4, mixedLow);
  return scratch.getBigInt64(0);
}
