import { cookieForm, readCookie, setCookie } from './cookies';

describe('the cookie of a session', () => {
  it('is bound to the host on https', () => {
    const form = cookieForm('https://hub.example.org', 'abc');
    expect(setCookie(form, 'v', 60)).toBe(
      '__Host-memhub=v; Path=/; HttpOnly; SameSite=Lax; Max-Age=60; Secure',
    );
  });

  it('carries the installation on plain http, where ports share cookies', () => {
    expect(cookieForm(undefined, 'abc')).toEqual({ name: 'memhub_abc', secure: false });
    expect(cookieForm('http://127.0.0.1:7077', 'abc').name).toBe('memhub_abc');
  });

  it('is found among others and not mistaken for them', () => {
    const form = cookieForm(undefined, 'abc');
    expect(readCookie('a=1; memhub_abc=two=2; memhub_abcd=3', form)).toBe('two=2');
    expect(readCookie('xmemhub_abc=1; memhub_ab=2', form)).toBeNull();
    expect(readCookie(undefined, form)).toBeNull();
  });
});
