'use client';

import { useTranslations } from 'next-intl';
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';

type SetObject = (object: string | null) => void;
const ObjectContext = createContext<readonly [string | null, SetObject]>([null, () => undefined]);

/** Keeps the name of what the page shows, for the path in the header and for the title. */
export function PlaceProvider({ children }: { children: ReactNode }) {
  const value = useState<string | null>(null);
  return <ObjectContext.Provider value={value}>{children}</ObjectContext.Provider>;
}

export const useObjectName = () => useContext(ObjectContext)[0];

/** Names what the page shows while it is shown. */
export function usePlace(object: string | null | undefined): void {
  const setObject = useContext(ObjectContext)[1];
  useEffect(() => {
    setObject(object ?? null);
    return () => setObject(null);
  }, [object, setObject]);
}

export const SECTIONS = ['search', 'review', 'agents', 'team'] as const;
export type Section = (typeof SECTIONS)[number];

export function sectionOf(pathname: string): Section | null {
  return (
    SECTIONS.find((section) => pathname === `/${section}` || pathname.startsWith(`/${section}/`)) ?? null
  );
}

/** The window's title: object, section, organisation, most special first. */
export function PageTitle({
  section,
  organisation,
}: {
  section: Section | null;
  organisation: string | undefined;
}) {
  const t = useTranslations('shell');
  const object = useObjectName();
  const parts = [object, section === null ? null : t(`nav.${section}`), organisation, t('product')];
  return <title>{parts.filter(Boolean).slice(0, 3).join(' · ')}</title>;
}
