'use client';

import { useTranslations } from 'next-intl';
import { ErrorBox } from '../../ui/feedback';

/** One page broke; the rail and the other pages go on. */
export default function PageError({ error, reset }: { error: Error; reset: () => void }) {
  const t = useTranslations('errors');
  return (
    <div className="page">
      <ErrorBox whole title={t('broken')} error={error} onRetry={reset} />
    </div>
  );
}
