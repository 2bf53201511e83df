/** Cookies of the pages themselves. None of them is a secret; the session is another one, which only the hub sees. */
export const LOCALE_COOKIE = 'memhub_locale';
export const THEME_COOKIE = 'memhub_theme';
/** Says that somebody signed in here, so that a page can send others to sign-in at once. It opens nothing. */
export const SIGNED_IN_COOKIE = 'memhub_signed_in';
