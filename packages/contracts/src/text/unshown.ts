/*
 * Half characters, controls other than tab and line ends, direction overrides and isolates, and tag characters outside
 * of the flags that are spelled with them.
 */
const UNSHOWN =
  /\p{Surrogate}|[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]|(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]{0,10})[\u{e0000}-\u{e007f}]/u;
const EVERY = new RegExp(UNSHOWN.source, 'gu');

/**
 * The first character of a text that is not shown but changes what is: it moves a terminal's cursor, turns the
 * direction of the words around it, or says something to machines only. As `U+202E`; null when there is none.
 */
export function unshownCharacter(text: string): string | null {
  const point = UNSHOWN.exec(text)?.[0].codePointAt(0);
  return point === undefined ? null : `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The text without such characters: for words that are taken out of a document which may hold them. */
export function withoutUnshown(text: string): string {
  return text.replace(EVERY, '');
}
