import { cookies, headers } from 'next/headers';
import { getRequestConfig } from 'next-intl/server';
import { LOCALE_COOKIE } from '../data/cookies';
import { pickLocale } from './locales';

export default getRequestConfig(async () => {
  const locale = pickLocale(
    (await cookies()).get(LOCALE_COOKIE)?.value,
    (await headers()).get('accept-language'),
  );
  const catalogue = (await import(`../../messages/${locale}.json`)) as { default: Record<string, unknown> };
  return { locale, messages: catalogue.default, timeZone: 'UTC' };
});
