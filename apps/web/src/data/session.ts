import { localeOf, type Locale, type Theme } from '../i18n/locales';
import { LOCALE_COOKIE, SIGNED_IN_COOKIE, THEME_COOKIE } from './cookies';

const YEAR_S = 31_536_000;
const HOME = '/search';

/** A path of this site that may follow a sign-in. Anything that could lead elsewhere becomes the start page. */
export function returnPath(wanted: string | null): string {
  if (wanted === null || !/^\/(?![/\\])/.test(wanted) || /[\u0000-\u001f]/.test(wanted)) return HOME;
  return /^\/(sign-in|setup|join|reset)\b/.test(wanted) ? HOME : wanted;
}

/** Leaves the page for sign-in and forgets every cached answer; afterwards the reader is back here. */
export function goToSignIn(): void {
  const { pathname, search } = window.location;
  if (pathname.startsWith('/sign-in')) return;
  dropCookie(SIGNED_IN_COOKIE);
  window.location.assign(`/sign-in?next=${encodeURIComponent(pathname + search)}`);
}

/** A full load: the pages come in the viewer's language, and no answer of an earlier viewer is left. */
export function enterAs(viewer: { user: { locale: string } }, path: string): void {
  keepLocale(localeOf(viewer.user.locale) ?? 'en');
  keepSignedIn();
  window.location.assign(path);
}

/** Lets the next page load without asking first who is there. */
export function keepSignedIn(): void {
  setCookie(SIGNED_IN_COOKIE, '1');
}

/** Leaves for sign-in after the session has ended. */
export function leave(): void {
  dropCookie(SIGNED_IN_COOKIE);
  window.location.assign('/sign-in');
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

function dropCookie(name: string): void {
  document.cookie = `${name}=; path=/; max-age=0; samesite=lax`;
}
