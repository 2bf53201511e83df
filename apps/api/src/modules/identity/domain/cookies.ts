/** How the cookie of a session is named and guarded, decided once from the address of the hub. */
export interface CookieForm {
  readonly name: string;
  readonly secure: boolean;
}

/**
 * `__Host-` on https: no other host or path can set it. On http the name carries the installation, because cookies
 * do not know ports and several hubs may run on one machine.
 */
export function cookieForm(publicUrl: string | undefined, installation: string): CookieForm {
  const secure = publicUrl !== undefined && new URL(publicUrl).protocol === 'https:';
  return secure ? { name: '__Host-memhub', secure } : { name: `memhub_${installation}`, secure };
}

/** Value of `Set-Cookie` for a session; it ends with the browser or with the session, whichever is first. */
export function setCookie({ name, secure }: CookieForm, value: string, maxAgeSeconds: number): string {
  const guards = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}`;
  return `${name}=${value}; ${guards}${secure ? '; Secure' : ''}`;
}

/** Value of the cookie in a `Cookie` header. Of two with one name the first counts, as in every browser's order. */
export function readCookie(header: string | undefined, { name }: CookieForm): string | null {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}
