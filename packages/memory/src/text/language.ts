import type { CardLanguage } from '../cards/card';

const HAN = /\p{Script=Han}/gu;
const LATIN_WORD = /[A-Za-z\u00c0-\u024f]+/g;

/** Number of Chinese characters. */
export function hanCount(text: string): number {
  return text.match(HAN)?.length ?? 0;
}

/** zh when Chinese carries the sentence: one word is about two characters. */
export function languageOf(text: string): CardLanguage {
  const han = hanCount(text);
  if (han === 0) return 'en';
  return han / 2 >= (text.match(LATIN_WORD)?.length ?? 0) ? 'zh' : 'en';
}

/** The language of most of the texts; zh on a tie, so that the answer does not hang on the order. */
export function dominantLanguage(languages: readonly CardLanguage[]): CardLanguage {
  const zh = languages.filter((language) => language === 'zh').length;
  return zh > 0 && zh * 2 >= languages.length ? 'zh' : 'en';
}
