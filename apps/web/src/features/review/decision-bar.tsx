'use client';

import { SubmitProposalDocument, WithdrawProposalDocument } from '@memory-hub/graphql-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { HubError, act } from '../../data/hub';
import { useKeys } from '../../keys/use-keys';
import { Button } from '../../ui/button';
import { Notice, useErrorText } from '../../ui/feedback';
import { DecisionDialog, type Deed } from './decision-dialog';
import { shortDigest } from './digest';
import { useAfterAct } from './use-after-act';
import { isChecking, openFindings, type Proposal } from './use-review';

const MOVED: readonly string[] = ['STALE_REVISION', 'CONFLICT'];

interface DecisionBarProps {
  proposal: Proposal;
  /** A newer revision waits to be read: nothing can be decided on this one. */
  moved: boolean;
  /** An act took the proposal out of the reader's sight. */
  onGone: () => void;
}

/** What the reader may do with exactly this digest. Every act waits for the hub's answer. */
export function DecisionBar({ proposal, moved, onGone }: DecisionBarProps) {
  const t = useTranslations('review');
  const client = useQueryClient();
  const [deed, setDeed] = useState<Deed>();
  const [conflict, setConflict] = useState(false);
  const { viewerCan: can, revision } = proposal;
  const after = useAfterAct(proposal.id, onGone);
  const reload = () =>
    Promise.all(
      [['proposal', proposal.id], ['inbox'], ['shell']].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  const owner = useMutation({
    mutationFn: async (which: 'submit' | 'withdraw') => {
      const input = { id: proposal.id, expectedDigest: revision.digest };
      return which === 'submit'
        ? (await act(SubmitProposalDocument, { input })).submitProposal.proposal
        : (await act(WithdrawProposalDocument, { input })).withdrawProposal.proposal;
    },
    onSuccess: (outcome, which) =>
      after(outcome, t(`done.${which}`, { name: proposal.asset.name, number: revision.number })),
    onError: reload,
  });
  const blocked = useBlocked(proposal, moved);
  const open = (wanted: Deed, allowed: boolean, reason: string | false) => () => {
    if (allowed && reason === false) setDeed(wanted);
  };
  const approve: Deed = can.approveAndPublish ? 'approveAndPublish' : 'approve';
  useKeys({
    a: open(
      can.approve || can.approveAndPublish ? approve : 'publish',
      can.approve || can.approveAndPublish || can.publish,
      blocked,
    ),
    r: open('requestChanges', can.requestChanges, moved && t('readFirst')),
  });
  const main = can.approveAndPublish
    ? 'approveAndPublish'
    : can.publish
      ? 'publish'
      : can.approve
        ? 'approve'
        : null;
  const decidable = can.requestChanges || can.approve || can.publish || can.approveAndPublish;
  return (
    <div className="decide" role="region" aria-label={t('decision')}>
      <div className="what">
        {conflict || (owner.error instanceof HubError && MOVED.includes(owner.error.code)) ? (
          <Notice tone="bad" title={t('conflict')}>
            {t('conflictText')}
          </Notice>
        ) : (
          owner.error !== null && <OwnerFault error={owner.error} />
        )}
        <span>
          {t.rich(decidable ? 'youDecide' : 'youRead', {
            digest: () => (
              <b className="mono" title={revision.digest}>
                {shortDigest(revision.digest)}
              </b>
            ),
          })}
        </span>
        <Reasons proposal={proposal} blocked={blocked} decidable={decidable} />
      </div>
      {can.withdraw && (
        <Button
          look="quiet"
          large
          busy={owner.isPending && owner.variables === 'withdraw'}
          onClick={() => owner.mutate('withdraw')}
        >
          {t('withdraw')}
        </Button>
      )}
      {can.submit && (
        <Button
          look="primary"
          large
          busy={owner.isPending && owner.variables === 'submit'}
          onClick={() => owner.mutate('submit')}
        >
          {t('submit')}
        </Button>
      )}
      {can.requestChanges && (
        <Button large blocked={moved && t('readFirst')} onClick={() => setDeed('requestChanges')}>
          {t('act.requestChanges')}
        </Button>
      )}
      {can.approve && (
        <Button
          large
          look={main === 'approve' ? 'primary' : 'default'}
          blocked={blocked}
          onClick={() => setDeed('approve')}
        >
          {t('act.approve')}
        </Button>
      )}
      {can.publish && (
        <Button
          large
          look={main === 'publish' ? 'primary' : 'default'}
          blocked={blocked}
          onClick={() => setDeed('publish')}
        >
          {t('act.publish')}
        </Button>
      )}
      {can.approveAndPublish && (
        <Button large look="primary" blocked={blocked} onClick={() => setDeed('approveAndPublish')}>
          {t('act.approveAndPublish')}
        </Button>
      )}
      {deed !== undefined && (
        <DecisionDialog
          deed={deed}
          proposal={proposal}
          onClose={() => setDeed(undefined)}
          onDone={(outcome, done) => {
            setDeed(undefined);
            setConflict(false);
            after(outcome, done);
          }}
          onConflict={() => {
            setDeed(undefined);
            setConflict(true);
            void reload();
          }}
        />
      )}
    </div>
  );
}

/** Why it cannot be approved or published now, in one sentence. The hub has the last word; this is said beforehand. */
function useBlocked(proposal: Proposal, moved: boolean): string | false {
  const t = useTranslations('review');
  if (moved) return t('readFirst');
  if (isChecking(proposal)) return t('blockedChecking');
  const open = openFindings(proposal);
  const errors = open.filter(({ severity }) => severity === 'ERROR').length;
  if (errors > 0) return t('blockedErrors', { count: errors });
  if (open.length > 0 && proposal.state === 'IN_REVIEW') return t('blockedWarnings', { count: open.length });
  return false;
}

function Reasons({
  proposal,
  blocked,
  decidable,
}: {
  proposal: Proposal;
  blocked: string | false;
  decidable: boolean;
}) {
  const t = useTranslations('review');
  if (proposal.state === 'PUBLISHED') return <span className="meta">{t('isPublished')}</span>;
  if (proposal.state === 'DRAFT') return <span className="meta">{t('isDraft')}</span>;
  if (blocked !== false && decidable) return <span className="meta">{blocked}</span>;
  const { approve, publish, approveAndPublish } = proposal.viewerCan;
  if (proposal.blockers.length > 0 && !approve && !publish && !approveAndPublish) {
    return proposal.blockers.map((sentence) => (
      <span className="meta" key={sentence}>
        {sentence}
      </span>
    ));
  }
  if (!decidable) return <span className="meta">{t('noRight')}</span>;
  const own = proposal.policy.selfApproval || proposal.policy.selfApprovalUntilSecondReviewer;
  return (
    <span className="meta">
      {t('bound', { number: proposal.revision.number, version: proposal.policy.version })}{' '}
      {own && t('selfNote')}
    </span>
  );
}

function OwnerFault({ error }: { error: unknown }) {
  const { why, todo } = useErrorText()(error);
  return (
    <Notice tone="bad" title={why}>
      {todo}
    </Notice>
  );
}
