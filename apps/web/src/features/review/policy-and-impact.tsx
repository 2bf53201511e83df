'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { Proposal } from './use-review';

/** Who may decide, and what the decision would change. */
export function PolicyAndImpact({ proposal }: { proposal: Proposal }) {
  const t = useTranslations('review');
  const { policy, impact, asset } = proposal;
  const gained = impact.readersAfter.filter((reader) => !impact.readersBefore.includes(reader));
  const lost = impact.readersBefore.filter((reader) => !impact.readersAfter.includes(reader));
  return (
    <section className="sect cols2" aria-label={t('policyAndImpact')}>
      <dl className="facts">
        <dt>{t('policy')}</dt>
        <dd>{t('policyText', { count: policy.approvals, version: policy.version })}</dd>
        <dt>{t('approvals')}</dt>
        <dd>{t('approvalsText', { given: proposal.approvalsGiven, needed: proposal.approvalsNeeded })}</dd>
        <dt>{t('own')}</dt>
        <dd>
          {policy.selfApproval
            ? t(policy.selfApprovalUntilSecondReviewer ? 'ownUntil' : 'ownYes')
            : t('ownNo')}
        </dd>
        <dt>{t('visibility')}</dt>
        <dd>{t(`visible.${asset.visibility}`)}</dd>
      </dl>
      <dl className="facts">
        <dt>{t('mounted')}</dt>
        <dd className="flow">
          {impact.agents.length === 0
            ? t('mountedNone')
            : impact.agents.map(({ id, name }) => (
                <Link key={id} href={`/agents/${id}`}>
                  {name}
                </Link>
              ))}
        </dd>
        <dt>{t('access')}</dt>
        <dd>
          {gained.length === 0 && lost.length === 0 && <p>{t('accessSame')}</p>}
          {gained.map((reader) => (
            <p key={reader}>
              <b>{t('gains')}</b> {reader}
            </p>
          ))}
          {lost.map((reader) => (
            <p key={reader} className="warn">
              <b>{t('loses')}</b> {reader}
            </p>
          ))}
        </dd>
        {impact.sentences.length > 0 && (
          <>
            <dt>{t('effectWord')}</dt>
            <dd>
              {impact.sentences.map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}
