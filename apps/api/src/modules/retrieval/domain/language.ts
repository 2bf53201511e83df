/** Language of a text by its script, for `lang` attributes and the `lang:` filter: the one that most letters belong to. */
export function languageOf(text: string): 'zh' | 'ja' | 'ko' | 'en' {
  const sample = text.slice(0, 2_000);
  const count = (pattern: RegExp): number => sample.match(pattern)?.length ?? 0;
  const han = count(/\p{Script=Han}/gu);
  const kana = count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  const hangul = count(/\p{Script=Hangul}/gu);
  // One Chinese character says about as much as three Latin letters.
  const latin = count(/\p{Script=Latin}/gu) / 3;
  if (hangul > Math.max(han + kana, latin)) return 'ko';
  if (han + kana <= latin) return 'en';
  return kana > 0 ? 'ja' : 'zh';
}
