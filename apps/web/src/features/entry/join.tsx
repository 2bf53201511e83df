'use client';

import { AcceptInvitationDocument, InvitationPreviewDocument } from '@memory-hub/graphql-client';
import { useMutation, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { useState, type FormEvent } from 'react';
import { HubError, act, ask, keepCsrfTokenOf } from '../../data/hub';
import { enterAs } from '../../data/session';
import { useFormat } from '../../i18n/format';
import { Button } from '../../ui/button';
import { Empty, ErrorBox, FormFault, SkeletonRows } from '../../ui/feedback';
import { EntryFrame } from './entry-frame';
import { useOneTimeToken } from './one-time-token';
import { PersonFields, useOwnTimeZone, type Person } from './person-fields';

export function Join() {
  const t = useTranslations('entry');
  return (
    <EntryFrame title={t('join.title')}>
      <main id="main" className="entry" tabIndex={-1}>
        <Body token={useOneTimeToken() ?? ''} />
      </main>
    </EntryFrame>
  );
}

function Body({ token }: { token: string }) {
  const t = useTranslations('entry');
  const format = useFormat();
  const preview = useQuery({
    queryKey: ['invitation', token],
    queryFn: async ({ signal }) => {
      const data = await ask(InvitationPreviewDocument, { token }, signal);
      keepCsrfTokenOf(data.viewer);
      return data;
    },
    refetchOnWindowFocus: false,
  });
  if (preview.isError) {
    return (
      <ErrorBox whole title={t('broken')} error={preview.error} onRetry={() => void preview.refetch()} />
    );
  }
  if (preview.data === undefined) return <SkeletonRows rows={3} />;
  const { invitation, viewer } = preview.data;
  if (invitation === null) {
    return (
      <Empty
        whole
        title={t('join.gone')}
        icon="lock"
        actions={
          <Link className="btn" href="/sign-in">
            {t('signIn.button')}
          </Link>
        }
      >
        {t('join.goneText')}
      </Empty>
    );
  }
  return (
    <div className="entry-form">
      <div>
        <h1>{t('join.heading', { space: invitation.spaceName })}</h1>
        <p className="ink2">
          {t('join.lead', {
            by: invitation.invitedBy,
            organisation: invitation.organisationName,
            role: t(`role.${invitation.role}`),
          })}
        </p>
        <p className="meta">{t('join.expires', { at: format.dateTime(invitation.expiresAt) })}</p>
      </div>
      <JoinForm token={token} email={invitation.email} signedIn={viewer?.user.name ?? null} />
    </div>
  );
}

interface JoinFormProps {
  token: string;
  /** The address the invitation was made for, if any. */
  email: string | null;
  /** The name of who is signed in: they join as themselves. */
  signedIn: string | null;
}

function JoinForm({ token, email, signedIn }: JoinFormProps) {
  const t = useTranslations('entry');
  const locale = useLocale();
  const timeZone = useOwnTimeZone();
  const [typed, setTyped] = useState<Partial<Person>>({});
  const person: Person = { name: signedIn ?? '', email: email ?? '', password: '', timeZone, ...typed };
  const join = useMutation({
    mutationFn: () => act(AcceptInvitationDocument, { input: { token, locale, ...person } }),
    onSuccess: ({ acceptInvitation: { viewer } }) => {
      if (viewer !== null) enterAs(viewer, '/search');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    join.mutate();
  };
  return (
    <form className="in-form" onSubmit={submit}>
      <FormFault error={join.error} fields={['name', 'email', 'password']} />
      {signedIn === null && (
        <PersonFields
          person={person}
          onChange={(change) => setTyped((now) => ({ ...now, ...change }))}
          fault={join.error instanceof HubError ? join.error : null}
        />
      )}
      <p>
        <Button type="submit" look="primary" large busy={join.isPending || join.isSuccess}>
          {signedIn === null ? t('join.button') : t('join.buttonAs', { name: signedIn })}
        </Button>
      </p>
    </form>
  );
}
