'use client';

import { RevokeInvitationDocument } from '@memory-hub/graphql-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { act } from '../../data/hub';
import { keys } from '../../data/keys';
import { useFormat } from '../../i18n/format';
import { Button } from '../../ui/button';
import { FormFault } from '../../ui/feedback';
import type { Team } from './team';

/** Links that were made and not yet used. */
export function Invitations({ team }: { team: Team }) {
  const t = useTranslations('team');
  const format = useFormat();
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: (id: string) => act(RevokeInvitationDocument, { input: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.team(team.id) }),
  });
  if (team.invitations.length === 0) return null;
  return (
    <section className="sect" aria-label={t('invitations')}>
      <header>
        <h2>{t('invitations')}</h2>
        <span className="meta">{t('invitationsLead')}</span>
      </header>
      <FormFault error={end.error} />
      <table className="tbl stack" aria-label={t('invitations')}>
        <thead>
          <tr>
            <th scope="col">{t('for')}</th>
            <th scope="col">{t('roleWord')}</th>
            <th scope="col">{t('by')}</th>
            <th scope="col">{t('expires')}</th>
            <th scope="col">
              <span className="vh">{t('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {team.invitations.map((invitation) => (
            <tr key={invitation.id}>
              <td>{invitation.email ?? <span className="ink2">{t('anyone')}</span>}</td>
              <td data-l={t('roleWord')}>{t(`role.${invitation.role}`)}</td>
              <td data-l={t('by')}>{invitation.createdBy.name}</td>
              <td data-l={t('expires')}>{format.dateTime(invitation.expiresAt)}</td>
              <td className="num">
                {team.viewerCan.manageMembers && (
                  <Button
                    look="quiet"
                    busy={end.isPending && end.variables === invitation.id}
                    onClick={() => end.mutate(invitation.id)}
                  >
                    {t('endInvitation')}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
