import { foldCase, normalise } from '../terms/normalise';

const LATIN_WORD = /[a-z0-9]/;

function comparable(text: string): string {
  return foldCase(normalise(text).text).replace(/\s+/g, ' ').trim();
}

/** A phrase of Latin words matches whole words: "art" is not in "party". */
function holdsPhrase(text: string, phrase: string): boolean {
  const first = LATIN_WORD.test(phrase.charAt(0));
  const last = LATIN_WORD.test(phrase.charAt(phrase.length - 1));
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    const before = at > 0 && first && LATIN_WORD.test(text.charAt(at - 1));
    const after = last && LATIN_WORD.test(text.charAt(at + phrase.length));
    if (!before && !after) return true;
  }
  return false;
}

/** A test for texts that hold every phrase, compared without case, width, accents, script variants and line breaks. */
export function phraseTest(phrases: readonly string[]): (text: string) => boolean {
  const wanted = phrases.map(comparable).filter((phrase) => phrase !== '');
  if (wanted.length === 0) return () => true;
  return (text) => {
    const folded = comparable(text);
    return wanted.every((phrase) => holdsPhrase(folded, phrase));
  };
}
