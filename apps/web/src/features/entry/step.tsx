'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { LinkButton } from '../../ui/button';
import { Icon } from '../../ui/icon';

interface StepProps {
  number: number;
  title: string;
  state: 'todo' | 'open' | 'done';
  /** What was decided, shown when the step is closed. */
  summary?: ReactNode;
  /** Absent: what was done here cannot be done again. */
  onChange?: (() => void) | undefined;
  children: ReactNode;
}

/** One step of the first run: a line when closed, its form when open. */
export function Step({ number, title, state, summary, onChange, children }: StepProps) {
  const t = useTranslations('entry');
  return (
    <section className="step" data-state={state} aria-label={title}>
      <header>
        {state === 'done' ? <Icon name="check" className="ok" /> : <span className="no">{number}</span>}
        <h2>{title}</h2>
        <span className="sum ink2">{state === 'open' ? null : summary}</span>
        {state === 'done' && onChange !== undefined && (
          <LinkButton className="meta" onClick={onChange} aria-label={t('changeStep', { step: title })}>
            {t('change')}
          </LinkButton>
        )}
      </header>
      {state === 'open' && <div className="in">{children}</div>}
    </section>
  );
}
