import { NextIntlClientProvider } from 'next-intl';
import { getMessages } from 'next-intl/server';
import type { ReactNode } from 'react';
import type Messages from '../../messages/en.json';

/** Gives the client the named parts of the catalogue, and no more. */
export async function Translations(props: {
  parts: readonly (keyof typeof Messages)[];
  children: ReactNode;
}) {
  const all = await getMessages();
  const picked = Object.fromEntries(props.parts.map((part) => [part, all[part]]));
  return <NextIntlClientProvider messages={picked}>{props.children}</NextIntlClientProvider>;
}
