import type { CardLanguage } from '../cards/card';

const HAN = /\p{Script=Han}/gu;
const ADDRESS = /[\w.+'-]{1,64}@[\w.-]{1,64}|\w{2,8}:\/\/\S{1,200}/g;
const FUNCTION_WORDS = new Set(
  'the a an is are was were in on at to of and or my i we you it for with that this have has'.split(' '),
);
const LATIN_WORD = /[A-Za-z\u00c0-\u024f]+/g;

/** Number of Chinese characters. */
export function hanCount(text: string): number {
  return text.match(HAN)?.length ?? 0;
}

/** zh when Chinese carries the sentence: names and terms in Latin letters inside it do not make it English. */
export function languageOf(text: string): CardLanguage {
  const han = hanCount(text);
  if (han === 0) return 'en';
  const latin = text.replace(ADDRESS, ' ').match(LATIN_WORD) ?? [];
  if (han >= latin.length * 2) return 'zh';
  const grammar = latin.filter((word) => FUNCTION_WORDS.has(word.toLowerCase())).length;
  return grammar >= 2 || han < 2 ? 'en' : 'zh';
}

/** The language of most of the texts; zh on a tie, so that the answer does not hang on the order. */
export function dominantLanguage(languages: readonly CardLanguage[]): CardLanguage {
  const zh = languages.filter((language) => language === 'zh').length;
  return zh > 0 && zh * 2 >= languages.length ? 'zh' : 'en';
}
