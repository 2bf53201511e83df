import { NextResponse, type NextRequest } from 'next/server';
import { SIGNED_IN_COOKIE } from './data/cookies';

/**
 * Every page carries a content security policy with its own nonce: no script or style runs that the build did not
 * make, and the page talks to its own origin only.
 */
export function proxy(request: NextRequest): NextResponse {
  if (OF_THE_HUB.test(request.nextUrl.pathname) && !request.cookies.has(SIGNED_IN_COOKIE))
    return toSignIn(request);
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64');
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  headers.set('content-security-policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  response.headers.set('x-content-type-options', 'nosniff');
  response.headers.set('referrer-policy', 'no-referrer');
  response.headers.set('cross-origin-opener-policy', 'same-origin');
  response.headers.set('permissions-policy', 'camera=(), geolocation=(), microphone=()');
  return response;
}

const OF_THE_HUB = /^\/(search|review|agents|team)(\/|$)/;
/** Next sends a redirect to its own host as a path, so it holds under whatever address the hub was reached. */
function toSignIn({ nextUrl }: NextRequest): NextResponse {
  const target = new URL('/sign-in', nextUrl);
  target.searchParams.set('next', nextUrl.pathname + nextUrl.search);
  const response = NextResponse.redirect(target);
  response.headers.set('cache-control', 'no-store');
  return response;
}

export const config = {
  matcher: ['/((?!_next/static|favicon.ico|icon.svg).*)'],
};

function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
