export interface WellFormedText {
  readonly text: string;
  /** How many units were replaced by U+FFFD. */
  readonly replaced: number;
}

const BAD_UNIT = /\p{Surrogate}|\u0000/gu;

/**
 * Text that every strict parser and Postgres accept: half surrogates and NUL become U+FFFD, one for one, so that
 * offsets hold.
 */
export function wellFormed(text: string): WellFormedText {
  let replaced = 0;
  const clean = text.replace(BAD_UNIT, () => {
    replaced++;
    return '\ufffd';
  });
  return { text: clean, replaced };
}
