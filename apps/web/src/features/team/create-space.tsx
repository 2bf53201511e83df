'use client';

import { CreateSpaceDocument } from '@memory-hub/graphql-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { newActKey } from '../../data/act-key';
import { HubError, act } from '../../data/hub';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormFault } from '../../ui/feedback';
import { Check, TextField } from '../../ui/field';

/** A new team space; its maker is its first admin. */
export function CreateSpace({ onClose }: { onClose: () => void }) {
  const t = useTranslations('team');
  const router = useRouter();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [reviewAlone, setReviewAlone] = useState(true);
  const [key] = useState(newActKey);
  const create = useMutation({
    mutationFn: async () =>
      (await act(CreateSpaceDocument, { input: { name: name.trim(), reviewAlone, idempotencyKey: key } }))
        .createSpace.space,
    onSuccess: async (space) => {
      await client.invalidateQueries({ queryKey: keysOfShell });
      if (space !== null) router.push(`/team?space=${encodeURIComponent(space.id)}`);
    },
  });
  const fault = create.error instanceof HubError ? create.error : null;
  const missing = name.trim() === '' && t('needName');
  return (
    <Dialog
      title={t('createSpace')}
      onClose={onClose}
      onSubmit={() => {
        if (missing === false && !create.isPending) create.mutate();
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" look="primary" busy={create.isPending} blocked={missing}>
            {t('createButton')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('spaceName')}
        required
        data-autofocus=""
        maxLength={120}
        value={name}
        fault={fault?.faultOf('name')}
        onChange={(event) => setName(event.target.value)}
      />
      <Check
        checked={reviewAlone}
        hint={t('reviewAloneHint')}
        onChange={(event) => setReviewAlone(event.target.checked)}
      >
        {t('reviewAlone')}
      </Check>
      <FormFault error={create.error} fields={['name']} />
    </Dialog>
  );
}

const keysOfShell = ['shell'];
