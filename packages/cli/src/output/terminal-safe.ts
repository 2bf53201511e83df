/**
 * Controls other than tab and line end, direction overrides and isolates, tag characters and half characters: they move
 * the cursor, set the title, ring, or turn the words around them.
 */
const UNSAFE =
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;

/** A text that only shows itself on a terminal, whoever wrote it: what would do more becomes U+FFFD. */
export function terminalSafe(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(UNSAFE, '\ufffd');
}
