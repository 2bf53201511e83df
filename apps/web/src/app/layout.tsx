import type { Viewport } from 'next';
import localFont from 'next/font/local';
import { cookies } from 'next/headers';
import { getLocale } from 'next-intl/server';
import type { ReactNode } from 'react';
import { THEME_COOKIE } from '../data/cookies';
import { themeOf } from '../i18n/locales';
import '../styles/index.css';

const sans = localFont({
  src: '../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  variable: '--font-sans',
  weight: '100 900',
  display: 'swap',
});
const mono = localFont({
  src: '../../node_modules/@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2',
  variable: '--font-mono',
  weight: '400',
  display: 'swap',
  preload: false,
});

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fbfbf9' },
    { media: '(prefers-color-scheme: dark)', color: '#101412' },
  ],
};

/** The theme is in the first byte of the page, so it never flashes; without a choice the device's own applies. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = themeOf((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <html
      lang={await getLocale()}
      className={`${sans.variable} ${mono.variable}`}
      {...(theme === 'system' ? {} : { 'data-theme': theme })}
    >
      <body>{children}</body>
    </html>
  );
}
