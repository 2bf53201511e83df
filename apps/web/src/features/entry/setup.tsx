'use client';

import { EntryDocument, type EntryQuery } from '@memory-hub/graphql-client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ask, keepCsrfTokenOf } from '../../data/hub';
import { keepSignedIn } from '../../data/session';
import { Empty, ErrorBox, SkeletonRows } from '../../ui/feedback';
import { EntryFrame } from './entry-frame';
import { FirstRun } from './first-run';
import { isWholeToken, useOneTimeToken } from './one-time-token';

export function Setup() {
  const t = useTranslations('entry');
  return (
    <EntryFrame title={t('setup.title')} note={t('setup.note')}>
      <Body />
    </EntryFrame>
  );
}

function Body() {
  const t = useTranslations('entry');
  const token = useOneTimeToken();
  const [entry, setEntry] = useState<EntryQuery>();
  const query = useQuery({
    queryKey: ['entry'],
    queryFn: async ({ signal }) => {
      const data = await ask(EntryDocument, {}, signal);
      keepCsrfTokenOf(data.viewer);
      if (data.viewer !== null) keepSignedIn();
      setEntry((first) => first ?? data); // what the page started with decides which steps are shown
      return data;
    },
    refetchOnWindowFocus: false,
  });
  if (query.isError) {
    return (
      <Alone>
        {<ErrorBox whole title={t('broken')} error={query.error} onRetry={() => void query.refetch()} />}
      </Alone>
    );
  }
  if (entry === undefined) return <Alone>{<SkeletonRows rows={4} />}</Alone>;
  const { setup, viewer } = entry;
  if (setup.state === 'NEEDS_ADMIN' && (token === null || !isWholeToken(token))) {
    const what = token === null ? 'noToken' : 'badToken';
    return (
      <Alone>
        <Empty whole title={t(`setup.${what}`)} icon="key">
          {t.rich(`setup.${what}Text`, { code: (text) => <code>{text}</code> })}
        </Empty>
      </Alone>
    );
  }
  if (setup.state === 'READY' && (viewer === null || viewer.agentCount > 0)) {
    return (
      <Alone>
        <Empty
          whole
          title={t('setup.done')}
          icon="check"
          actions={
            <Link className="btn primary" href={viewer === null ? '/sign-in' : '/search'}>
              {viewer === null ? t('signIn.button') : t('open')}
            </Link>
          }
        >
          {t('setup.doneText', { organisation: setup.organisationName ?? t('product') })}
        </Empty>
      </Alone>
    );
  }
  return <FirstRun token={token ?? ''} viewer={viewer} />;
}

function Alone({ children }: { children: React.ReactNode }) {
  return (
    <main id="main" className="entry" tabIndex={-1}>
      {children}
    </main>
  );
}
