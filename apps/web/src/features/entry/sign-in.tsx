'use client';

import { EntryDocument, SignInDocument } from '@memory-hub/graphql-client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useState, type FormEvent } from 'react';
import { act, ask } from '../../data/hub';
import { enterAs, returnPath } from '../../data/session';
import { Button } from '../../ui/button';
import { Empty, ErrorBox, FormFault, SkeletonRows } from '../../ui/feedback';
import { TextField } from '../../ui/field';
import { EntryFrame } from './entry-frame';

export function SignIn() {
  const t = useTranslations('entry');
  return (
    <EntryFrame title={t('signIn.title')}>
      <main id="main" className="entry" tabIndex={-1}>
        <Body />
      </main>
    </EntryFrame>
  );
}

function Body() {
  const t = useTranslations('entry');
  const path = returnPath(useSearchParams().get('next'));
  const entry = useQuery({ queryKey: ['entry'], queryFn: ({ signal }) => ask(EntryDocument, {}, signal) });
  const viewer = entry.data?.viewer;
  useEffect(() => {
    if (viewer != null) enterAs(viewer, path);
  }, [viewer, path]);
  if (entry.isError)
    return <ErrorBox whole title={t('broken')} error={entry.error} onRetry={() => void entry.refetch()} />;
  if (entry.data?.setup.state === 'NEEDS_ADMIN') {
    return (
      <Empty whole title={t('signIn.notSetUp')} icon="lock">
        {t.rich('signIn.notSetUpText', { code: (text) => <code>{text}</code> })}
      </Empty>
    );
  }
  // whoever is signed in, or has a hub to set up, never sees the form on the way
  if (entry.data === undefined || viewer != null) return <SkeletonRows rows={3} />;
  return <SignInForm organisation={entry.data.setup.organisationName} path={path} />;
}

function SignInForm({ organisation, path }: { organisation: string | null; path: string }) {
  const t = useTranslations('entry');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    mutationFn: () => act(SignInDocument, { input: { email: email.trim(), password } }),
    onSuccess: (data) => {
      if (data.signIn.viewer !== null) enterAs(data.signIn.viewer, path);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.mutate();
  };
  return (
    <form className="entry-form" onSubmit={submit}>
      <div>
        <h1>{t('signIn.title')}</h1>
        <p className="ink2">
          {organisation === null ? t('signIn.lead') : t('signIn.leadTo', { organisation })}
        </p>
      </div>
      <FormFault error={signIn.error} />
      <TextField
        label={t('email')}
        type="email"
        autoComplete="username"
        required
        autoFocus
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label={t('password')}
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <div>
        <Button type="submit" look="primary" large busy={signIn.isPending || signIn.isSuccess}>
          {signIn.isPending ? t('signIn.busy') : t('signIn.button')}
        </Button>
      </div>
      <p className="meta">{t.rich('signIn.locked', { code: (text) => <code>{text}</code> })}</p>
    </form>
  );
}
