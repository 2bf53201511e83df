'use client';

import { ProposeSkillDocument } from '@memory-hub/graphql-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { newActKey } from '../../data/act-key';
import { HubError, act } from '../../data/hub';
import { Button } from '../../ui/button';
import { Dialog, Missing } from '../../ui/dialog';
import { Empty, FormFault } from '../../ui/feedback';
import { TextArea, TextField } from '../../ui/field';
import { useSpacesWith } from '../shell/space';
import { useShell } from '../shell/use-shell';
import { FilePicker } from './file-picker';
import type { Offered } from './offered';
import { SpaceField, VisibilityField } from './propose-fields';
import { frontMatterOf, toInputs, type SkillFile } from './skill-files';

const FIELDS = ['title', 'message', 'tags'] as const;

/** Puts a skill forward: its files, a title and a reason; then it waits for a reviewer. */
export function ProposeSkill({ onClose }: { onClose: () => void }) {
  const t = useTranslations('propose');
  const router = useRouter();
  const client = useQueryClient();
  const why = useId();
  const { viewer } = useShell();
  const spaces = useSpacesWith('createAsset');
  const [key] = useState(newActKey);
  const [files, setFiles] = useState<SkillFile[]>([]);
  const [space, setSpace] = useState<string>();
  const [title, setTitle] = useState<string>();
  const [message, setMessage] = useState('');
  const [visibility, setVisibility] = useState<Offered>('TEAM');
  const front = frontMatterOf(files);
  const shownTitle = title ?? front?.name ?? '';
  const spaceId = space ?? spaces[0]?.id ?? '';
  const propose = useMutation({
    mutationFn: (submit: boolean) =>
      act(ProposeSkillDocument, {
        input: {
          spaceId,
          title: shownTitle.trim(),
          message: message.trim(),
          visibility,
          files: toInputs(files),
          submit,
          idempotencyKey: key,
        },
      }),
    onSuccess: ({ proposeSkill: { proposal } }) => {
      void client.invalidateQueries({ queryKey: ['inbox'] });
      void client.invalidateQueries({ queryKey: ['shell'] });
      if (proposal === null) onClose();
      else router.push(`/review/${proposal.id}?view=MINE`);
    },
  });
  const fault = propose.error instanceof HubError ? propose.error : null;
  const missing = !files.some(({ path }) => path === 'SKILL.md')
    ? t('needSkill')
    : shownTitle.trim() === ''
      ? t('needTitle')
      : message.trim() === '' && t('needMessage');
  const send = (submit: boolean) => () => {
    if (missing === false && !propose.isPending) propose.mutate(submit);
  };
  if (viewer !== undefined && spaces.length === 0) {
    return (
      <Dialog title={t('skillTitle')} onClose={onClose}>
        <Empty title={t('noSpace')} icon="lock">
          {t('noSpaceText')}
        </Empty>
      </Dialog>
    );
  }
  return (
    <Dialog
      size="wide"
      title={t('skillTitle')}
      onClose={onClose}
      onSubmit={send(true)}
      footer={
        <>
          <Missing id={why} text={missing} />
          <Button
            className="push-right"
            look="quiet"
            busy={propose.isPending && !propose.variables}
            blocked={missing}
            aria-describedby={missing === false ? undefined : why}
            onClick={send(false)}
          >
            {t('saveDraft')}
          </Button>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            type="submit"
            look="primary"
            busy={propose.isPending && propose.variables}
            blocked={missing}
            aria-describedby={missing === false ? undefined : why}
          >
            {t('submit')}
          </Button>
        </>
      }
    >
      <p className="ink2">{t('skillLead')}</p>
      <FormFault error={propose.error} fields={FIELDS} />
      <FilePicker files={files} onChange={setFiles} />
      {front?.description != null && (
        <p className="meta">
          {t('described')} {front.description}
        </p>
      )}
      <div className="cols2">
        <TextField
          label={t('title')}
          required
          maxLength={200}
          value={shownTitle}
          fault={fault?.faultOf('title')}
          onChange={(event) => setTitle(event.target.value)}
        />
        <SpaceField value={spaceId} onChange={setSpace} />
      </div>
      <TextArea
        label={t('message')}
        hint={t('messageHint')}
        required
        rows={2}
        value={message}
        fault={fault?.faultOf('message')}
        onChange={(event) => setMessage(event.target.value)}
      />
      <VisibilityField value={visibility} onChange={setVisibility} />
    </Dialog>
  );
}
