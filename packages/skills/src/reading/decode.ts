import { isUtf8 } from 'node:buffer';

/** A text file as it is read, or why it is none. */
export type Decoded =
  | { readonly isText: true; readonly text: string; readonly encoding: 'utf-8' | 'utf-16' }
  | {
      readonly isText: false;
      /** First line (from 1) that is no UTF-8, where lines make sense. */ readonly badLine: number | null;
    };

/**
 * Decodes UTF-8, and UTF-16 where a byte order mark says so, because shells read that too. A byte order mark stays
 * out of the text. Anything with a NUL, or with a byte that is no UTF-8, is not text.
 */
export function decodeText(bytes: Uint8Array): Decoded {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return utf16(bytes, 'utf-16le');
  if (first === 0xfe && second === 0xff) return utf16(bytes, 'utf-16be');
  if (bytes.includes(0)) return { isText: false, badLine: null };
  if (!isUtf8(bytes)) return { isText: false, badLine: firstBadLine(bytes) };
  return { isText: true, text: new TextDecoder('utf-8').decode(bytes), encoding: 'utf-8' };
}

function utf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): Decoded {
  const text = new TextDecoder(encoding).decode(bytes);
  const isWhole = bytes.byteLength % 2 === 0 && !/[\0\ufffd]/.test(text);
  return isWhole ? { isText: true, text, encoding: 'utf-16' } : { isText: false, badLine: null };
}

/** A line end never stands inside a character, so each line can be looked at alone. */
function firstBadLine(bytes: Uint8Array): number {
  let line = 1;
  for (let start = 0; start < bytes.byteLength; line += 1) {
    const end = bytes.indexOf(0x0a, start);
    const next = end < 0 ? bytes.byteLength : end + 1;
    if (!isUtf8(bytes.subarray(start, next))) return line;
    start = next;
  }
  return line;
}
