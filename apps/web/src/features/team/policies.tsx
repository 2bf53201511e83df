'use client';

import { SetReviewPolicyDocument, type AssetKind } from '@memory-hub/graphql-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { act } from '../../data/hub';
import { keys } from '../../data/keys';
import { FormFault } from '../../ui/feedback';
import { Check, RowSelect } from '../../ui/field';
import { Icon } from '../../ui/icon';
import { useToast } from '../../ui/toast';
import type { Team } from './team';

type Policy = Team['reviewPolicies'][number];

const APPROVALS = [1, 2, 3] as const;

/** By which rule each kind of asset is reviewed. A change makes a new version; open approvals name the one they met. */
export function Policies({ team, admins }: { team: Team; admins: readonly string[] }) {
  const t = useTranslations('team');
  const toast = useToast();
  const client = useQueryClient();
  const may = team.viewerCan.managePolicies;
  const set = useMutation({
    mutationFn: async (input: { kind: AssetKind; approvals: number; selfApproval: boolean }) =>
      (await act(SetReviewPolicyDocument, { input: { spaceId: team.id, ...input } })).setReviewPolicy.space,
    onSuccess: (space) => client.setQueryData(keys.team(team.id), space),
  });
  const change = (old: Policy, next: Partial<Policy>) => {
    const { kind, approvals, selfApproval } = { ...old, ...next };
    set.mutate(
      { kind, approvals, selfApproval },
      {
        onSuccess: () =>
          toast(t('policyChanged', { kind: t(`kind.${kind}`) }), () =>
            set.mutate({ kind, approvals: old.approvals, selfApproval: old.selfApproval }),
          ),
      },
    );
  };
  return (
    <section className="sect" aria-label={t('policies')}>
      <header>
        <h2>{t('policies')}</h2>
        <span className="meta">
          {may ? t('policiesLead') : t('membersReadOnly', { names: admins.join(', ') })}
        </span>
      </header>
      <FormFault error={set.error} />
      <table className="tbl stack top" aria-label={t('policies')}>
        <thead>
          <tr>
            <th scope="col">{t('kindWord')}</th>
            <th scope="col">{t('approvals')}</th>
            <th scope="col">{t('self')}</th>
            <th scope="col" className="num">
              {t('version')}
            </th>
          </tr>
        </thead>
        <tbody>
          {team.reviewPolicies.map((policy) => (
            <tr key={policy.kind}>
              <td>
                <Icon name={policy.kind === 'SKILL' ? 'skill' : 'memory'} /> <b>{t(`kind.${policy.kind}`)}</b>
              </td>
              <td data-l={t('approvals')}>
                <RowSelect
                  label={t('approvalsOf', { kind: t(`kind.${policy.kind}`) })}
                  value={policy.approvals}
                  disabled={!may}
                  onChange={(event) => change(policy, { approvals: Number(event.target.value) })}
                >
                  {APPROVALS.map((count) => (
                    <option key={count} value={count}>
                      {t('approvalsCount', { count })}
                    </option>
                  ))}
                </RowSelect>
              </td>
              <td data-l={t('self')}>
                <Check
                  checked={policy.selfApproval || policy.selfApprovalUntilSecondReviewer}
                  disabled={!may}
                  hint={t(
                    policy.selfApprovalUntilSecondReviewer
                      ? 'selfUntil'
                      : policy.selfApproval
                        ? 'selfYes'
                        : 'selfNo',
                  )}
                  onChange={(event) => change(policy, { selfApproval: event.target.checked })}
                >
                  {t('selfLabel')}
                </Check>
              </td>
              <td data-l={t('version')} className="num">
                v{policy.version}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
