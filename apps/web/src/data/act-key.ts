/**
 * A new mark that makes the repetition of an act safe: 32 hexadecimal digits. Works on plain http of a network too,
 * where a browser offers no `crypto.randomUUID`.
 */
export function newActKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
