/** Titles of search results end here, wherever that is. */
const TITLE_CHARACTERS = 80;

/** The start of a text that may be longer: whole words and a mark; null when it is all there. */
export function startOf(text: string): string | null {
  const letters = [...text];
  if (letters.length < TITLE_CHARACTERS) return null;
  const start = letters.slice(0, TITLE_CHARACTERS).join('');
  // a text of this length may have been cut inside its last word already
  const words = start.replace(/\s+\S*$/u, '');
  return `${words.length > start.length / 2 ? words : start}…`;
}
