/** Injection token of the form of the session cookie. */
export const COOKIE_FORM = Symbol('form of the session cookie');
