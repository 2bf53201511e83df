'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef, type ReactNode } from 'react';
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
  const section = useFocusWhenOpened(state === 'open');
  return (
    <section className="step" data-state={state} aria-label={title} ref={section}>
      <header>
        {state === 'done' ? <Icon name="check" className="ok" /> : <span className="no">{number}</span>}
        <h2 tabIndex={-1}>{title}</h2>
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

const FIRST_FIELD = '.in :is(input, select, textarea)';

/** A step that opens takes the focus to its first field, or to its heading. Not on the first load. */
function useFocusWhenOpened(open: boolean) {
  const section = useRef<HTMLElement>(null);
  const was = useRef(open);
  useEffect(() => {
    const opened = open && !was.current;
    was.current = open;
    if (!opened) return;
    const field = section.current?.querySelector<HTMLElement>(FIRST_FIELD);
    (field ?? section.current?.querySelector('h2'))?.focus();
  }, [open]);
  return section;
}
