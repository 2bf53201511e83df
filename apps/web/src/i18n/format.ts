'use client';

import { useLocale } from 'next-intl';
import { createContext, useContext, useMemo } from 'react';
import { createFormat } from './create-format';

/** The viewer's time zone (IANA name); the browser's until the viewer is known. */
export const TimeZoneContext = createContext<string | undefined>(undefined);

/** Dates, numbers and lists in the page's language and the viewer's time zone. */
export function useFormat() {
  const locale = useLocale();
  const timeZone = useContext(TimeZoneContext);
  return useMemo(() => createFormat(locale, timeZone), [locale, timeZone]);
}
