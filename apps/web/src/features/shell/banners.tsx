'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSyncExternalStore } from 'react';
import { useLiveState } from '../../data/hub-provider';
import { LinkButton } from '../../ui/button';
import { Notice } from '../../ui/feedback';

/** What is wrong with the connection, above every page. */
export function Banners() {
  const t = useTranslations('shell');
  const client = useQueryClient();
  const live = useLiveState();
  const online = useOnline();
  if (!online) {
    return (
      <div className="banner">
        <Notice
          tone="warn"
          icon="offline"
          title={t('offline.title')}
          action={
            <LinkButton className="nowrap" onClick={() => void client.refetchQueries({ type: 'active' })}>
              {t('offline.try')}
            </LinkButton>
          }
        >
          {t('offline.text')}
        </Notice>
      </div>
    );
  }
  if (live !== 'paused') return null;
  return (
    <div className="banner">
      <Notice title={t('paused.title')}>{t('paused.text')}</Notice>
    </div>
  );
}

function useOnline(): boolean {
  return useSyncExternalStore(
    (changed) => {
      window.addEventListener('online', changed);
      window.addEventListener('offline', changed);
      return () => {
        window.removeEventListener('online', changed);
        window.removeEventListener('offline', changed);
      };
    },
    () => navigator.onLine,
    () => true,
  );
}
