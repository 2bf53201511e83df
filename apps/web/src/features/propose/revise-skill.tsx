'use client';

import { ReviseProposalDocument, type ProposalViewFragment } from '@memory-hub/graphql-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { act } from '../../data/hub';
import { keys } from '../../data/keys';
import { Button } from '../../ui/button';
import { Dialog, Missing } from '../../ui/dialog';
import { FormFault, Notice } from '../../ui/feedback';
import { TextArea } from '../../ui/field';
import { FilePicker } from './file-picker';
import { toInputs, type SkillFile } from './skill-files';

interface ReviseSkillProps {
  proposal: Pick<ProposalViewFragment, 'id' | 'revision' | 'approvalsGiven' | 'asset'>;
  onClose: () => void;
}

/** A new revision of an open proposal: the whole folder again. It voids what was approved so far. */
export function ReviseSkill({ proposal, onClose }: ReviseSkillProps) {
  const t = useTranslations('propose');
  const client = useQueryClient();
  const why = useId();
  const [files, setFiles] = useState<SkillFile[]>([]);
  const [message, setMessage] = useState('');
  const revise = useMutation({
    mutationFn: () =>
      act(ReviseProposalDocument, {
        input: {
          id: proposal.id,
          expectedDigest: proposal.revision.digest,
          message: message.trim(),
          files: toInputs(files),
        },
      }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keys.proposal(proposal.id) });
      void client.invalidateQueries({ queryKey: ['inbox'] });
      onClose();
    },
  });
  const missing = !files.some(({ path }) => path === 'SKILL.md')
    ? t('needSkill')
    : message.trim() === '' && t('needMessage');
  return (
    <Dialog
      size="wide"
      title={t('reviseTitle', { name: proposal.asset.name })}
      onClose={onClose}
      onSubmit={() => {
        if (missing === false && !revise.isPending) revise.mutate();
      }}
      footer={
        <>
          <Missing id={why} text={missing} />
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            type="submit"
            look="primary"
            busy={revise.isPending}
            blocked={missing}
            aria-describedby={missing === false ? undefined : why}
          >
            {t('reviseButton')}
          </Button>
        </>
      }
    >
      <p className="ink2">{t('reviseLead')}</p>
      {proposal.approvalsGiven > 0 && (
        <Notice tone="warn" title={t('reviseVoids', { count: proposal.approvalsGiven })} />
      )}
      <FormFault error={revise.error} />
      <FilePicker files={files} onChange={setFiles} />
      <TextArea
        label={t('message')}
        hint={t('messageHint')}
        required
        rows={2}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
    </Dialog>
  );
}
