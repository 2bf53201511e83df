const ENDS = 16;

/** A digest as people compare it: both ends. */
export function shortDigest(digest: string): string {
  const plain = digest.replace(/^sha256:/, '');
  return plain.length <= ENDS ? `sha256:${plain}` : `sha256:${plain.slice(0, 8)}…${plain.slice(-4)}`;
}
