'use client';

import { EntryDocument, ResetPasswordDocument } from '@memory-hub/graphql-client';
import { useMutation, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState, type FormEvent } from 'react';
import { HubError, act, ask, keepCsrfTokenOf } from '../../data/hub';
import { enterAs } from '../../data/session';
import { Button } from '../../ui/button';
import { Empty, ErrorBox, FormFault, SkeletonRows } from '../../ui/feedback';
import { EntryFrame } from './entry-frame';
import { useOneTimeToken } from './one-time-token';
import { PasswordField } from './password-field';

/** A new password, with a link that was made on the host. */
export function Reset() {
  const t = useTranslations('entry');
  return (
    <EntryFrame title={t('reset.title')}>
      <main id="main" className="entry" tabIndex={-1}>
        <Body />
      </main>
    </EntryFrame>
  );
}

function Body() {
  const t = useTranslations('entry');
  const token = useOneTimeToken();
  const entry = useQuery({
    queryKey: ['entry'],
    queryFn: async ({ signal }) => {
      const data = await ask(EntryDocument, {}, signal);
      keepCsrfTokenOf(data.viewer);
      return data;
    },
    refetchOnWindowFocus: false,
  });
  if (token === null) return <NoLink state="none" />;
  if (entry.isError)
    return <ErrorBox whole title={t('broken')} error={entry.error} onRetry={() => void entry.refetch()} />;
  if (entry.data === undefined) return <SkeletonRows rows={3} />;
  return <ResetForm token={token} organisation={entry.data.setup.organisationName} />;
}

function ResetForm({ token, organisation }: { token: string; organisation: string | null }) {
  const t = useTranslations('entry');
  const [password, setPassword] = useState('');
  const reset = useMutation({
    mutationFn: () => act(ResetPasswordDocument, { input: { token, password } }),
    onSuccess: ({ resetPassword: { viewer } }) => {
      if (viewer !== null) enterAs(viewer, '/search');
    },
  });
  const fault = reset.error instanceof HubError ? reset.error : null;
  if (fault?.code === 'LINK_USED') return <NoLink state="gone" />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    reset.mutate();
  };
  return (
    <form className="entry-form" onSubmit={submit}>
      <div>
        <h1>{t('reset.title')}</h1>
        <p className="ink2">
          {organisation === null ? t('reset.lead') : t('reset.leadTo', { organisation })}
        </p>
        <p className="meta">{t('reset.ends')}</p>
      </div>
      <FormFault error={reset.error} fields={['password']} />
      <PasswordField
        label={t('reset.password')}
        value={password}
        fault={fault?.faultOf('password')}
        onChange={setPassword}
        autoFocus
      />
      <div>
        <Button type="submit" look="primary" large busy={reset.isPending || reset.isSuccess}>
          {t('reset.button')}
        </Button>
      </div>
    </form>
  );
}

/** The way on when there is no link, or when it was used or is too old: told at once to who does not see the page. */
function NoLink({ state }: { state: 'none' | 'gone' }) {
  const t = useTranslations('entry');
  return (
    <div role="alert">
      <Empty
        whole
        title={t(`reset.${state}`)}
        icon={state === 'none' ? 'key' : 'lock'}
        actions={
          <Link className="btn" href="/sign-in">
            {t('signIn.button')}
          </Link>
        }
      >
        {t.rich(`reset.${state}Text`, { code: (text) => <code>{text}</code> })}
      </Empty>
    </div>
  );
}
