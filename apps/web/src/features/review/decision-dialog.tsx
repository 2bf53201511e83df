'use client';

import {
  ApproveAndPublishDocument,
  DecideProposalDocument,
  PublishProposalDocument,
} from '@memory-hub/graphql-client';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { HubError, act } from '../../data/hub';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormFault } from '../../ui/feedback';
import { TextArea } from '../../ui/field';
import { shortDigest } from './digest';
import type { Proposal } from './use-review';

export type Deed = 'approve' | 'requestChanges' | 'publish' | 'approveAndPublish';

const MOVED: readonly string[] = ['STALE_REVISION', 'CONFLICT'];

interface DecisionDialogProps {
  deed: Deed;
  proposal: Proposal;
  onClose: () => void;
  /** The proposal as the act left it; null when it took it out of the reader's sight. */
  onDone: (outcome: object | null, done: string) => void;
  /** The revision or the state changed before the decision arrived; nothing was recorded. */
  onConflict: () => void;
}

/** Repeats what the decision will do, takes a note, and sends it bound to the digest that was read. */
export function DecisionDialog({ deed, proposal, onClose, onDone, onConflict }: DecisionDialogProps) {
  const t = useTranslations('review');
  const [note, setNote] = useState('');
  const decide = useMutation({
    mutationFn: () => send(deed, proposal, note.trim()),
    onSuccess: (outcome) =>
      onDone(outcome, t(`done.${deed}`, { name: proposal.asset.name, number: proposal.revision.number })),
    onError: (error) => {
      if (error instanceof HubError && MOVED.includes(error.code)) onConflict();
    },
  });
  const needsNote = deed === 'requestChanges';
  const submit = () => {
    if (!needsNote || note.trim() !== '') decide.mutate();
  };
  return (
    <Dialog
      title={t(`ask.${deed}`, { name: proposal.asset.name, number: proposal.revision.number })}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <span className="meta push-right mono">{shortDigest(proposal.revision.digest)}</span>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            type="submit"
            look="primary"
            busy={decide.isPending}
            blocked={needsNote && note.trim() === '' && t('noteNeeded')}
          >
            {t(`act.${deed}`)} <kbd aria-hidden="true">⌘↵</kbd>
          </Button>
        </>
      }
    >
      <p>{t(`effect.${deed}`, { count: proposal.impact.agents.length })}</p>
      {deed !== 'requestChanges' && proposal.impact.sentences.length > 0 && (
        <ul className="dots ink2">
          {proposal.impact.sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <TextArea
        label={t(needsNote ? 'noteRequired' : 'note')}
        data-autofocus=""
        value={note}
        maxLength={4_000}
        onChange={(event) => setNote(event.target.value)}
      />
      <FormFault error={decide.error} />
    </Dialog>
  );
}

async function send(
  deed: Deed,
  { id, revision: { digest } }: Proposal,
  note: string,
): Promise<object | null> {
  const input = { id, digest, ...(note === '' ? {} : { note }) };
  switch (deed) {
    case 'approve':
      return (await act(DecideProposalDocument, { input: { ...input, kind: 'APPROVE' } })).decideProposal
        .proposal;
    case 'requestChanges':
      return (await act(DecideProposalDocument, { input: { ...input, kind: 'REQUEST_CHANGES' } }))
        .decideProposal.proposal;
    case 'publish':
      return (await act(PublishProposalDocument, { input })).publishProposal.proposal;
    case 'approveAndPublish':
      return (await act(ApproveAndPublishDocument, { input })).approveAndPublish.proposal;
  }
}
