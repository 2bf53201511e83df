import { NextResponse, type NextRequest } from 'next/server';

/**
 * Every page carries a content security policy with its own nonce: no script or style runs that the build did not
 * make, and the page talks to its own origin only.
 */
export function proxy(request: NextRequest): NextResponse {
  if (OF_THE_HUB.test(request.nextUrl.pathname) && !hasSession(request)) return toSignIn(request);
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
const SESSION_COOKIE = /^(__Host-memhub|memhub_(?!locale$|theme$).+)$/;

/** Whether the browser sends a session at all; the hub decides what it is worth. */
function hasSession(request: NextRequest): boolean {
  return request.cookies.getAll().some(({ name }) => SESSION_COOKIE.test(name));
}

/** The address is relative: only the browser knows under which host it reached the hub. */
function toSignIn({ nextUrl: { pathname, search } }: NextRequest): NextResponse {
  const location = `/sign-in?next=${encodeURIComponent(pathname + search)}`;
  return new NextResponse(null, { status: 307, headers: { location, 'cache-control': 'no-store' } });
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
