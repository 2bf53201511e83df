'use client';

import { ClaimSetupDocument, type ViewerFragment } from '@memory-hub/graphql-client';
import { useMutation } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useState, type FormEvent } from 'react';
import { HubError, act, keepCsrfTokenOf } from '../../data/hub';
import { Button } from '../../ui/button';
import { FormFault } from '../../ui/feedback';
import { Check, TextField } from '../../ui/field';
import { PersonFields, type Person } from './person-fields';

interface YouStepProps {
  person: Person;
  onChange: (change: Partial<Person>) => void;
  onDone: () => void;
}

export function YouStep({ person, onChange, onDone }: YouStepProps) {
  const t = useTranslations('entry');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onDone();
  };
  return (
    <form className="in-form" onSubmit={submit}>
      <PersonFields person={person} onChange={onChange} fault={null} />
      <p>
        <Button type="submit" look="primary" large>
          {t('continue')}
        </Button>
      </p>
    </form>
  );
}

interface HubStepProps {
  token: string;
  person: Person;
  onBack: () => void;
  onDone: (viewer: ViewerFragment, reviewAlone: boolean) => void;
}

const PERSON_FIELDS = ['name', 'email', 'password', 'timeZone'] as const;

export function HubStep({ token, person, onBack, onDone }: HubStepProps) {
  const t = useTranslations('entry');
  const locale = useLocale();
  const [organisationName, setOrganisation] = useState('');
  const [teamName, setTeam] = useState('');
  const [reviewAlone, setReviewAlone] = useState(true);
  const claim = useMutation({
    mutationFn: () =>
      act(ClaimSetupDocument, {
        input: { token, organisationName, teamName, reviewAlone, locale, ...person },
      }),
    onSuccess: ({ claimSetup: { viewer } }) => {
      keepCsrfTokenOf(viewer);
      if (viewer !== null) onDone(viewer, reviewAlone);
    },
  });
  const fault = claim.error instanceof HubError ? claim.error : null;
  const ofPerson = PERSON_FIELDS.some((field) => fault?.faultOf(field) !== undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    claim.mutate();
  };
  return (
    <form className="in-form" onSubmit={submit}>
      <FormFault error={claim.error} fields={['organisationName', 'teamName']} />
      <TextField
        label={t('organisation')}
        autoComplete="organization"
        required
        value={organisationName}
        fault={fault?.faultOf('organisationName')}
        onChange={(event) => setOrganisation(event.target.value)}
      />
      <TextField
        label={t('teamName')}
        required
        hint={t('teamHint')}
        value={teamName}
        fault={fault?.faultOf('teamName')}
        onChange={(event) => setTeam(event.target.value)}
      />
      <Check
        checked={reviewAlone}
        hint={t('reviewAloneHint')}
        onChange={(event) => setReviewAlone(event.target.checked)}
      >
        {t('reviewAlone')}
      </Check>
      <p className="flow">
        <Button type="submit" look="primary" large busy={claim.isPending}>
          {claim.isPending ? t('setup.creating') : t('setup.create')}
        </Button>
        <Button look={ofPerson ? 'default' : 'quiet'} large onClick={onBack}>
          {t('back')}
        </Button>
      </p>
    </form>
  );
}
