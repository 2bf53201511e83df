'use client';

import { ProposeChatMemoryDocument } from '@memory-hub/graphql-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { newActKey } from '../../data/act-key';
import { HubError, act } from '../../data/hub';
import { Button } from '../../ui/button';
import { Dialog, Missing } from '../../ui/dialog';
import { Empty, FormFault } from '../../ui/feedback';
import { Check, TextArea, TextField } from '../../ui/field';
import { useSpacesWith } from '../shell/space';
import { useShell } from '../shell/use-shell';
import { nameFrom } from './asset-name';
import type { Offered } from './offered';
import { PickedItem } from './picked-item';
import { SpaceField, VisibilityField } from './propose-fields';

interface Item {
  id: string;
  kind: string;
  title: string;
}

const FIELDS = ['name', 'title', 'description', 'message'] as const;

/** Puts chosen cards and scenes forward as one Chat Memory: a snapshot that others may read once it is published. */
export function ProposeMemory({ items, onClose }: { items: readonly Item[]; onClose: () => void }) {
  const t = useTranslations('propose');
  const router = useRouter();
  const client = useQueryClient();
  const why = useId();
  const { viewer } = useShell();
  const spaces = useSpacesWith('createAsset');
  const [key] = useState(newActKey);
  const [space, setSpace] = useState<string>();
  const [form, setForm] = useState({ title: '', description: '', message: '' });
  const [name, setName] = useState<string>();
  const [visibility, setVisibility] = useState<Offered>('TEAM');
  const [others, setOthers] = useState(false);
  const shownName = name ?? (form.title === '' ? '' : nameFrom(form.title, new Date()));
  const spaceId = space ?? spaces[0]?.id ?? '';
  const set = (field: keyof typeof form) => (event: { target: { value: string } }) =>
    setForm((now) => ({ ...now, [field]: event.target.value }));
  const propose = useMutation({
    mutationFn: (submit: boolean) =>
      act(ProposeChatMemoryDocument, {
        input: {
          spaceId,
          name: shownName,
          title: form.title.trim(),
          description: form.description.trim(),
          message: form.message.trim(),
          visibility,
          cardIds: items.filter(({ kind }) => kind === 'CARD').map(({ id }) => id),
          sceneIds: items.filter(({ kind }) => kind === 'SCENE').map(({ id }) => id),
          includeOtherSpeakers: others,
          submit,
          idempotencyKey: key,
        },
      }),
    onSuccess: ({ proposeChatMemory: { proposal } }) => {
      void client.invalidateQueries({ queryKey: ['inbox'] });
      if (proposal === null) onClose();
      else router.push(`/review/${proposal.id}?view=MINE`);
    },
  });
  const fault = propose.error instanceof HubError ? propose.error : null;
  const missing =
    form.title.trim() === ''
      ? t('needTitle')
      : form.description.trim() === ''
        ? t('needDescription')
        : form.message.trim() === '' && t('needMessage');
  const send = (submit: boolean) => () => {
    if (missing === false && !propose.isPending) propose.mutate(submit);
  };
  if (viewer !== undefined && spaces.length === 0) {
    return (
      <Dialog title={t('memoryTitle')} onClose={onClose}>
        <Empty title={t('noSpace')} icon="lock">
          {t('noSpaceText')}
        </Empty>
      </Dialog>
    );
  }
  return (
    <Dialog
      size="wide"
      title={t('memoryTitle')}
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
      <p className="ink2">{t('memoryLead', { count: items.length })}</p>
      <FormFault error={propose.error} fields={FIELDS} />
      <ul className="picked" tabIndex={0} aria-label={t('picked')}>
        {items.map((item) => (
          <PickedItem key={item.id} item={item} />
        ))}
      </ul>
      <div className="cols2">
        <TextField
          label={t('title')}
          required
          data-autofocus=""
          maxLength={120}
          value={form.title}
          fault={fault?.faultOf('title')}
          onChange={set('title')}
        />
        <TextField
          label={t('name')}
          required
          className="mono"
          maxLength={64}
          value={shownName}
          fault={fault?.faultOf('name')}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <TextField
        label={t('description')}
        hint={t('descriptionHint')}
        required
        value={form.description}
        fault={fault?.faultOf('description')}
        onChange={set('description')}
      />
      <TextArea
        label={t('message')}
        hint={t('messageHint')}
        required
        rows={2}
        value={form.message}
        fault={fault?.faultOf('message')}
        onChange={set('message')}
      />
      <div className="cols2">
        <SpaceField value={spaceId} onChange={setSpace} />
        <VisibilityField value={visibility} onChange={setVisibility} />
      </div>
      <Check checked={others} hint={t('othersHint')} onChange={(event) => setOthers(event.target.checked)}>
        {t('others')}
      </Check>
    </Dialog>
  );
}
