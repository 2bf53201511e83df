/** A text file as it is read, or why it is none. */
export type Decoded =
  | { readonly isText: true; readonly text: string; /** Set when the bytes were not UTF-8. */ readonly encoding: 'utf-8' | 'utf-16' }
  | { readonly isText: false; readonly badByteAt: number | null };

/**
 * Decodes UTF-8, and UTF-16 where a byte order mark says so, because shells read that too. A byte order mark stays
 * out of the text. Anything with a NUL, or with a byte that is no UTF-8, is not text.
 */
export function decodeText(bytes: Uint8Array): Decoded {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return utf16(bytes, 'utf-16le');
  if (first === 0xfe && second === 0xff) return utf16(bytes, 'utf-16be');
  if (bytes.includes(0)) return { isText: false, badByteAt: null };
  const text = strict(bytes, 'utf-8');
  return text === null ? { isText: false, badByteAt: firstBadByte(bytes) } : { isText: true, text, encoding: 'utf-8' };
}

function utf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): Decoded {
  const text = strict(bytes, encoding);
  if (text === null || text.includes('\0')) return { isText: false, badByteAt: null };
  return { isText: true, text, encoding: 'utf-16' };
}

function strict(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** The decoder says only that a byte is wrong; halving finds which. */
function firstBadByte(bytes: Uint8Array): number {
  let [good, bad] = [0, bytes.byteLength];
  while (good + 1 < bad) {
    const middle = (good + bad) >> 1;
    if (isPrefixValid(bytes.subarray(0, middle))) good = middle;
    else bad = middle;
  }
  return good;
}

/** Valid so far: a character that is cut at the end counts as valid. */
function isPrefixValid(prefix: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(prefix, { stream: true });
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
