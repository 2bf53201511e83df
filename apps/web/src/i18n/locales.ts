/** The languages of the pages. The first one is used when nothing else decides. */
export const LOCALES = ['en', 'zh-CN'] as const;
export type Locale = (typeof LOCALES)[number];

export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];

/** The language of a BCP 47 tag, if it is one of ours: any Chinese is zh-CN. */
export function localeOf(tag: string | undefined): Locale | undefined {
  const language = tag?.trim().toLowerCase().split(/[-_]/)[0];
  if (language === 'zh') return 'zh-CN';
  return language === 'en' ? 'en' : undefined;
}

/** The chosen language, else the best of the browser's list (order of the header, `q` respected). */
export function pickLocale(chosen: string | undefined, acceptLanguage: string | null): Locale {
  const fixed = localeOf(chosen);
  if (fixed !== undefined) return fixed;
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((part, place) => {
      const [tag, ...parameters] = part.split(';');
      const quality = parameters.map((p) => /^\s*q=([\d.]+)/.exec(p)?.[1]).find((q) => q !== undefined);
      return { tag, place, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality || a.place - b.place);
  for (const { tag } of wanted) {
    const locale = localeOf(tag);
    if (locale !== undefined) return locale;
  }
  return LOCALES[0];
}

export function themeOf(value: string | undefined): Theme {
  return THEMES.find((theme) => theme === value) ?? 'system';
}
