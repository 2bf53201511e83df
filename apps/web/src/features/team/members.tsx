'use client';

import { ChangeMemberRoleDocument, RemoveMemberDocument, type SpaceRole } from '@memory-hub/graphql-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { act } from '../../data/hub';
import { keys } from '../../data/keys';
import { useFormat } from '../../i18n/format';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormFault } from '../../ui/feedback';
import { RowSelect } from '../../ui/field';
import { languageOf } from '../../ui/ranges';
import { useToast } from '../../ui/toast';
import { useShell } from '../shell/use-shell';
import { ROLES, type Team } from './team';

type Member = Team['members']['edges'][number]['node'];

export function Members({ team, admins }: { team: Team; admins: readonly string[] }) {
  const t = useTranslations('team');
  const format = useFormat();
  const toast = useToast();
  const client = useQueryClient();
  const { viewer } = useShell();
  const [leaving, setLeaving] = useState<Member>();
  const may = team.viewerCan.manageMembers;
  const change = useMutation({
    mutationFn: async (input: { userId: string; role: SpaceRole }) =>
      (await act(ChangeMemberRoleDocument, { input: { spaceId: team.id, ...input } })).changeMemberRole.space,
    onSuccess: (space) => {
      client.setQueryData(keys.team(team.id), space);
      void client.invalidateQueries({ queryKey: keys.shell });
    },
  });
  const setRole = ({ user, role: old }: Member, role: SpaceRole) =>
    change.mutate(
      { userId: user.id, role },
      {
        onSuccess: () =>
          toast(t('roleChanged', { name: user.name, role: t(`role.${role}`) }), () =>
            change.mutate({ userId: user.id, role: old }),
          ),
      },
    );
  return (
    <section className="sect" aria-label={t('members')}>
      <header>
        <h2>{t('members')}</h2>
        <span className="meta">
          {may ? t('membersLead') : t('membersReadOnly', { names: admins.join(', ') })}
        </span>
      </header>
      <FormFault error={change.error} />
      <table className="tbl stack" aria-label={t('members')}>
        <thead>
          <tr>
            <th scope="col">{t('person')}</th>
            <th scope="col">{t('roleWord')}</th>
            <th scope="col">{t('may')}</th>
            <th scope="col">{t('joined')}</th>
            <th scope="col">
              <span className="vh">{t('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {team.members.edges.map(({ node }) => (
            <tr key={node.user.id}>
              <td>
                <span className="flow nowrap-flow">
                  <span className="avatar" aria-hidden="true">
                    {[...node.user.name][0]}
                  </span>
                  <span>
                    <b lang={languageOf(node.user.name)}>{node.user.name}</b>{' '}
                    {node.user.id === viewer?.user.id && <span className="meta">{t('you')}</span>}
                  </span>
                </span>
              </td>
              <td data-l={t('roleWord')}>
                {may ? (
                  <RowSelect
                    label={t('roleOf', { name: node.user.name })}
                    value={node.role}
                    onChange={(event) => {
                      const role = ROLES.find((known) => known === event.target.value);
                      if (role !== undefined) setRole(node, role);
                    }}
                  >
                    {ROLES.map((role) => (
                      <option key={role} value={role}>
                        {t(`role.${role}`)}
                      </option>
                    ))}
                  </RowSelect>
                ) : (
                  t(`role.${node.role}`)
                )}
              </td>
              <td data-l={t('may')} className="ink2">
                {t(`roleText.${node.role}`)}
              </td>
              <td data-l={t('joined')}>{format.date(node.joinedAt)}</td>
              <td className="num">
                {may && (
                  <Button look="quiet" onClick={() => setLeaving(node)}>
                    {t('remove')}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {leaving !== undefined && (
        <RemoveDialog team={team} member={leaving} onClose={() => setLeaving(undefined)} />
      )}
    </section>
  );
}

function RemoveDialog({ team, member, onClose }: { team: Team; member: Member; onClose: () => void }) {
  const t = useTranslations('team');
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: async () =>
      (await act(RemoveMemberDocument, { input: { spaceId: team.id, userId: member.user.id } })).removeMember
        .space,
    onSuccess: (space) => {
      client.setQueryData(keys.team(team.id), space);
      onClose();
    },
  });
  return (
    <Dialog
      title={t('removeTitle', { name: member.user.name, space: team.name })}
      onClose={onClose}
      onSubmit={() => remove.mutate()}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" look="danger" busy={remove.isPending}>
            {t('removeButton')}
          </Button>
        </>
      }
    >
      <p>{t('removeText')}</p>
      <FormFault error={remove.error} />
    </Dialog>
  );
}
