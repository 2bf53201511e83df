'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useKeys } from '../../keys/use-keys';
import { Button } from '../../ui/button';
import type { Item } from './use-search';

const ProposeMemory = dynamic(
  () => import('../propose/propose-memory').then(({ ProposeMemory }) => ProposeMemory),
  {
    ssr: false,
  },
);

/** What was chosen across searches, and what can be made of it. */
export function SelectionBar({ chosen, onClear }: { chosen: readonly Item[]; onClear: () => void }) {
  const t = useTranslations('search');
  const [open, setOpen] = useState(false);
  useKeys({ Escape: onClear });
  return (
    <div className="decide" role="region" aria-label={t('selection')}>
      <p className="what">
        <span>
          <b>{t('chosen', { count: chosen.length })}</b>
        </span>
        <span className="meta">{t('chosenText')}</span>
      </p>
      <Button look="quiet" large onClick={onClear}>
        {t('clear')}
      </Button>
      <Button look="primary" large onClick={() => setOpen(true)}>
        {t('propose')}
      </Button>
      {open && <ProposeMemory items={chosen} onClose={() => setOpen(false)} />}
    </div>
  );
}
