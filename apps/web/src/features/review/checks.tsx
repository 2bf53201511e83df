'use client';

import { AcknowledgeFindingDocument, type CheckState } from '@memory-hub/graphql-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { act } from '../../data/hub';
import { keys } from '../../data/keys';
import { useFormat } from '../../i18n/format';
import { LinkButton } from '../../ui/button';
import { FormFault, Notice } from '../../ui/feedback';
import { Check } from '../../ui/field';
import { Icon } from '../../ui/icon';
import { Badge, Words, type BadgeTone } from '../../ui/text';
import { openFindings, type Proposal } from './use-review';

type CheckView = Proposal['checks'][number];
type Finding = CheckView['findings'][number];

const TONE = {
  QUEUED: '',
  RUNNING: 'half on',
  PASSED: 'ok',
  WARNING: 'warn',
  FAILED: 'bad',
  ERRORED: 'bad',
} as const satisfies Record<CheckState, BadgeTone>;

/** What the machine looked at: findings first, passed checks on demand. */
export function Checks({ proposal }: { proposal: Proposal }) {
  const t = useTranslations('review');
  const [all, setAll] = useState(false);
  const quiet = proposal.checks.filter(({ state, findings }) => state === 'PASSED' && findings.length === 0);
  const loud = proposal.checks.filter((check) => !quiet.includes(check));
  const open = openFindings(proposal);
  const errors = open.filter(({ severity }) => severity === 'ERROR').length;
  return (
    <section className="sect" aria-label={t('checks')}>
      <header>
        <h2>{t('checks')}</h2>
        {errors > 0 && <Badge tone="bad">{t('errors', { count: errors })}</Badge>}
        {open.length > errors && <Badge tone="warn">{t('toAccept', { count: open.length - errors })}</Badge>}
        {quiet.length > 0 && <Badge tone="ok">{t('passed', { count: quiet.length })}</Badge>}
        {loud.some(({ state }) => state === 'QUEUED' || state === 'RUNNING') && (
          <Badge tone="half on">{t('checking')}</Badge>
        )}
        {quiet.length > 0 && (
          <LinkButton className="push meta" aria-expanded={all} onClick={() => setAll(!all)}>
            {t(all ? 'hidePassed' : 'showPassed')}
          </LinkButton>
        )}
      </header>
      {proposal.checks.length === 0 && <p className="ink2">{t('checksNone')}</p>}
      {loud.map((check) => (
        <CheckRow key={check.name} check={check} proposal={proposal} />
      ))}
      {all &&
        quiet.map((check) => (
          <div className="finding" key={check.name}>
            <Icon name="check" className="ok" />
            <div className="body">
              <p>
                <b>{check.label}</b> <span className="ink2">{check.summary}</span>
              </p>
            </div>
            <span className="meta mono">{check.name}</span>
          </div>
        ))}
    </section>
  );
}

function CheckRow({ check, proposal }: { check: CheckView; proposal: Proposal }) {
  const t = useTranslations('review');
  if (check.state === 'ERRORED') {
    return (
      <Notice tone="bad" title={t('checkBroken', { check: check.label })}>
        {check.error ?? check.summary}
      </Notice>
    );
  }
  if (check.findings.length > 0) {
    return check.findings.map((finding) => (
      <FindingRow key={finding.id} finding={finding} proposal={proposal} />
    ));
  }
  return (
    <div className="finding">
      <Icon
        name={check.state === 'FAILED' ? 'bad' : 'wait'}
        className={check.state === 'FAILED' ? 'bad' : ''}
      />
      <div className="body">
        <p className="flow">
          <b>{check.label}</b> <Badge tone={TONE[check.state]}>{t(`check.${check.state}`)}</Badge>
          <span className="ink2">{check.summary}</span>
        </p>
      </div>
      <span className="meta mono">{check.name}</span>
    </div>
  );
}

const SEVERITY_ICON = { INFO: 'info', WARN: 'warn', ERROR: 'bad' } as const;
const SEVERITY_CLASS = { INFO: '', WARN: 'warn', ERROR: 'bad' } as const;

function FindingRow({ finding, proposal }: { finding: Finding; proposal: Proposal }) {
  const t = useTranslations('review');
  const { severity, message, excerpt, path, line, rule } = finding;
  const where = path === null ? null : line === null ? path : `${path}:${line}`;
  return (
    <div className={`finding is-${severity.toLowerCase()}`}>
      <Icon name={SEVERITY_ICON[severity]} className={SEVERITY_CLASS[severity]} />
      <div className="body">
        <p>
          <b>
            <Words text={message} />
          </b>
          {severity === 'ERROR' && <span className="ink2"> {t('blocks')}</span>}
        </p>
        {(excerpt !== null || where !== null) && (
          <pre className="mono">
            {where !== null && <span className="dim">{`${where}  `}</span>}
            {excerpt !== null && <Words text={excerpt} />}
          </pre>
        )}
        {severity === 'WARN' && <Acknowledge finding={finding} proposal={proposal} />}
      </div>
      <span className="meta mono">{rule}</span>
    </div>
  );
}

/** A warning is accepted by a person, whose name stays with it. */
function Acknowledge({ finding, proposal }: { finding: Finding; proposal: Proposal }) {
  const t = useTranslations('review');
  const format = useFormat();
  const client = useQueryClient();
  const accept = useMutation({
    mutationFn: () =>
      act(AcknowledgeFindingDocument, { input: { proposalId: proposal.id, findingId: finding.id } }),
    onSuccess: () =>
      Promise.all(
        [keys.proposal(proposal.id), ['inbox']].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
  if (finding.acknowledgedAt !== null) {
    return (
      <p className="meta flow">
        <Icon name="check" className="ok" />
        {t('accepted', {
          name: finding.acknowledgedBy?.name ?? '',
          at: format.dateTime(finding.acknowledgedAt),
        })}
      </p>
    );
  }
  const { approve, requestChanges, approveAndPublish } = proposal.viewerCan;
  if (proposal.state !== 'IN_REVIEW') return null;
  return (
    <>
      <Check
        checked={accept.isPending || accept.isSuccess}
        disabled={accept.isPending}
        hint={t(approve || requestChanges || approveAndPublish ? 'acceptHint' : 'acceptHintReviewer')}
        onChange={() => accept.mutate()}
      >
        {t('accept')}
      </Check>
      <FormFault error={accept.error} />
    </>
  );
}
