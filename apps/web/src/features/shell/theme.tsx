'use client';

import { useTranslations } from 'next-intl';
import { useSyncExternalStore } from 'react';
import { keepTheme } from '../../data/session';
import { themeOf, type Theme } from '../../i18n/locales';
import { IconButton } from '../../ui/button';

const CHANGED = 'memhub-theme';

/** The chosen theme and the way to change it; all controls on the page agree. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(
    (changed) => {
      window.addEventListener(CHANGED, changed);
      return () => window.removeEventListener(CHANGED, changed);
    },
    () => themeOf(document.documentElement.dataset.theme),
    () => 'system' as const,
  );
  const change = (next: Theme) => {
    keepTheme(next);
    window.dispatchEvent(new Event(CHANGED));
  };
  return [theme, change];
}

/** Switches to the other of light and dark; the account menu also offers the system's. */
export function ThemeButton() {
  const t = useTranslations('ui');
  const [theme, change] = useTheme();
  const flip = () => {
    const dark =
      theme === 'system' ? window.matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
    change(dark ? 'light' : 'dark');
  };
  return <IconButton icon="theme" label={t('flipTheme')} onClick={flip} />;
}
