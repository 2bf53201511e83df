'use client';

import { InviteMemberDocument, type SpaceRole } from '@memory-hub/graphql-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { HubError, act } from '../../data/hub';
import { keys } from '../../data/keys';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormFault, Notice } from '../../ui/feedback';
import { Check, TextField } from '../../ui/field';
import { CopyButton } from '../../ui/text';
import { ROLES, type Team } from './team';

interface InviteProps {
  team: Team;
  link: string | undefined;
  onLink: (link: string) => void;
  onClose: () => void;
}

/** A link that lets one person in, shown once. */
export function Invite({ team, link, onLink, onClose }: InviteProps) {
  const t = useTranslations('team');
  const client = useQueryClient();
  const [role, setRole] = useState<SpaceRole>('REVIEWER');
  const [email, setEmail] = useState('');
  const invite = useMutation({
    mutationFn: async () => {
      const address = email.trim();
      const input = { spaceId: team.id, role, ...(address === '' ? {} : { email: address }) };
      return (await act(InviteMemberDocument, { input })).inviteMember.link;
    },
    onSuccess: (made) => {
      void client.invalidateQueries({ queryKey: keys.team(team.id) });
      if (made !== null) onLink(new URL(made, window.location.origin).toString());
    },
  });
  if (link !== undefined) return <InviteLink link={link} onClose={onClose} />;
  const fault = invite.error instanceof HubError ? invite.error : null;
  return (
    <Dialog
      title={t('inviteTo', { space: team.name })}
      onClose={onClose}
      onSubmit={() => invite.mutate()}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" look="primary" busy={invite.isPending}>
            {t('makeLink')}
          </Button>
        </>
      }
    >
      <fieldset className="field">
        <legend className="label">{t('roleWord')}</legend>
        {ROLES.map((choice) => (
          <Check
            key={choice}
            type="radio"
            name="role"
            checked={role === choice}
            hint={t(`roleText.${choice}`)}
            onChange={() => setRole(choice)}
          >
            {t(`role.${choice}`)}
          </Check>
        ))}
      </fieldset>
      <TextField
        label={t('email')}
        type="email"
        hint={t('emailHint')}
        value={email}
        fault={fault?.faultOf('email')}
        onChange={(event) => setEmail(event.target.value)}
      />
      <FormFault error={invite.error} fields={['email']} />
    </Dialog>
  );
}

function InviteLink({ link, onClose }: { link: string; onClose: () => void }) {
  const t = useTranslations('team');
  return (
    <Dialog
      title={t('linkTitle')}
      onClose={onClose}
      footer={
        <Button look="primary" onClick={onClose}>
          {t('done')}
        </Button>
      }
    >
      <p>{t('linkText')}</p>
      <Notice tone="ok" icon="key" title={t('linkOnce')} action={<CopyButton text={link} />} />
      <TextField
        label={t('link')}
        readOnly
        className="mono"
        value={link}
        onFocus={(event) => event.target.select()}
      />
    </Dialog>
  );
}
