'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { Proposal } from './use-review';

/** Who may decide, and what the decision would change. */
export function PolicyAndImpact({ proposal }: { proposal: Proposal }) {
  const t = useTranslations('review');
  const { policy, impact, asset } = proposal;
  const same = impact.readersBefore.join('\n') === impact.readersAfter.join('\n');
  return (
    <section className="sect cols2" aria-label={t('policyAndImpact')}>
      <dl className="facts">
        <dt>{t('policy')}</dt>
        <dd>{t('policyText', { count: policy.approvals, version: policy.version })}</dd>
        <dt>{t('approvals')}</dt>
        <dd>{t('approvalsText', { given: proposal.approvalsGiven, needed: proposal.approvalsNeeded })}</dd>
        <dt>{t('own')}</dt>
        <dd>
          {t(policy.selfApprovalUntilSecondReviewer ? 'ownUntil' : policy.selfApproval ? 'ownYes' : 'ownNo')}
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
          {same ? (
            t('accessSame')
          ) : (
            <>
              <Readers when={t('before')} readers={impact.readersBefore} />
              <Readers when={t('after')} readers={impact.readersAfter} />
            </>
          )}
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

function Readers({ when, readers }: { when: string; readers: readonly string[] }) {
  const t = useTranslations('review');
  return (
    <p>
      <b>{when}</b> {readers.length === 0 ? t('nobody') : readers.join(' ')}
    </p>
  );
}
