import { LOCALE_COOKIE, THEME_COOKIE, localeOf, type Locale, type Theme } from '../i18n/locales';

const YEAR_S = 31_536_000;
const HOME = '/search';

/** A path of this site that may follow a sign-in. Anything that could lead elsewhere becomes the start page. */
export function returnPath(wanted: string | null): string {
  if (wanted === null || !/^\/(?![/\\])/.test(wanted) || /[\u0000-\u001f]/.test(wanted)) return HOME;
  return /^\/(sign-in|setup|join)\b/.test(wanted) ? HOME : wanted;
}

/** Leaves the page for sign-in and forgets every cached answer; afterwards the reader is back here. */
export function goToSignIn(): void {
  const { pathname, search } = window.location;
  if (pathname.startsWith('/sign-in')) return;
  window.location.assign(`/sign-in?next=${encodeURIComponent(pathname + search)}`);
}

/** A full load: the pages come in the viewer's language, and no answer of an earlier viewer is left. */
export function enterAs(viewer: { user: { locale: string } }, path: string): void {
  keepLocale(localeOf(viewer.user.locale) ?? 'en');
  window.location.assign(path);
}

export function keepLocale(locale: Locale): void {
  setCookie(LOCALE_COOKIE, locale);
}

/** Shows the theme at once and on the next load; `system` follows the device. */
export function keepTheme(theme: Theme): void {
  setCookie(THEME_COOKIE, theme);
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function setCookie(name: string, value: string): void {
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR_S}; samesite=lax${secure}`;
}
