import { localeOf, pickLocale, themeOf } from './locales';

describe('the language of the pages', () => {
  it('is the chosen one, whatever the browser prefers', () => {
    expect(pickLocale('zh-CN', 'en-GB,en;q=0.9')).toBe('zh-CN');
  });

  it('follows the browser by quality, then by order', () => {
    expect(pickLocale(undefined, 'fr;q=0.9, zh-TW;q=0.8, en;q=0.7')).toBe('zh-CN');
    expect(pickLocale(undefined, 'en;q=0.5, zh;q=0.5')).toBe('en');
    expect(pickLocale(undefined, 'zh;q=0, en;q=0.1')).toBe('en');
  });

  it('is English when nothing fits', () => {
    expect(pickLocale(undefined, null)).toBe('en');
    expect(pickLocale('tlh', 'fr, de')).toBe('en');
  });

  it('takes every Chinese tag as zh-CN', () => {
    expect(['zh', 'zh-Hant-HK', 'ZH_cn'].map(localeOf)).toEqual(['zh-CN', 'zh-CN', 'zh-CN']);
  });
});

describe('the theme', () => {
  it('is the system’s unless a known one was chosen', () => {
    expect([themeOf('dark'), themeOf('light'), themeOf('neon'), themeOf(undefined)]).toEqual([
      'dark',
      'light',
      'system',
      'system',
    ]);
  });
});
