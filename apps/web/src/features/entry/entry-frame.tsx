'use client';

import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { AnswersProvider } from '../../data/hub-provider';
import { keepLocale } from '../../data/session';
import { BrandMark } from '../../ui/icon';
import { ThemeButton } from '../shell/theme';

/** The pages before the hub: sign-in, first run, invitation. */
export function EntryFrame({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  const t = useTranslations('entry');
  return (
    <AnswersProvider>
      <title>{`${title} · ${t('product')}`}</title>
      <a className="skip" href="#main">
        {t('skip')}
      </a>
      <header className="setup-top">
        <span className="flow">
          <BrandMark />
          <b>{t('product')}</b>
          {note !== undefined && <span className="meta">{note}</span>}
        </span>
        <span className="flow">
          <LanguageButton />
          <ThemeButton />
        </span>
      </header>
      {children}
    </AnswersProvider>
  );
}

/** Switches to the other language; what was typed stays. */
function LanguageButton() {
  const router = useRouter();
  const other = useLocale() === 'en' ? 'zh-CN' : 'en';
  const change = () => {
    keepLocale(other);
    router.refresh();
  };
  return (
    <button type="button" className="btn quiet" lang={other} onClick={change}>
      {other === 'en' ? 'English' : '中文'}
    </button>
  );
}
