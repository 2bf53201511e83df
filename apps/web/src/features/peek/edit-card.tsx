'use client';

import { UpdateMemoryDocument } from '@memory-hub/graphql-client';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { HubError, act } from '../../data/hub';
import { useMemoryChanged } from '../../data/memory-changed';
import { Button } from '../../ui/button';
import { Dialog, Missing } from '../../ui/dialog';
import { FormFault } from '../../ui/feedback';
import { TextArea, TextField } from '../../ui/field';
import { useToast } from '../../ui/toast';
import { changeOf } from './card-words';
import type { PeekedCard } from './peeked';

const FIELDS = ['content', 'category', 'tags'] as const;

/** Corrects the words of a card, its category and its tags. What they were before stays in its history. */
export function EditCard({ card, onClose }: { card: PeekedCard; onClose: () => void }) {
  const t = useTranslations('peek');
  const toast = useToast();
  const changed = useMemoryChanged();
  const why = useId();
  const [typed, setTyped] = useState({
    content: card.content,
    category: card.category ?? '',
    tags: card.tags.join(', '),
  });
  const set = (field: (typeof FIELDS)[number]) => (event: { target: { value: string } }) =>
    setTyped((now) => ({ ...now, [field]: event.target.value }));
  const change = changeOf(card, typed);
  const save = useMutation({
    mutationFn: () => act(UpdateMemoryDocument, { input: { id: card.id, ...change } }),
    onSuccess: () => {
      toast(t('corrected'));
      changed();
      onClose();
    },
  });
  const fault = save.error instanceof HubError ? save.error : null;
  const missing =
    typed.content.trim() === '' ? t('needWords') : Object.keys(change).length === 0 && t('nothingChanged');
  return (
    <Dialog
      title={t('editTitle')}
      onClose={onClose}
      onSubmit={() => {
        if (missing === false && !save.isPending) save.mutate();
      }}
      footer={
        <>
          <Missing id={why} text={missing} />
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            type="submit"
            look="primary"
            busy={save.isPending}
            blocked={missing}
            aria-describedby={missing === false ? undefined : why}
          >
            {t('save')}
          </Button>
        </>
      }
    >
      <FormFault error={save.error} fields={FIELDS} />
      <TextArea
        label={t('words')}
        hint={t('wordsHint')}
        required
        data-autofocus=""
        rows={4}
        value={typed.content}
        fault={fault?.faultOf('content')}
        onChange={set('content')}
      />
      <TextField
        label={t('category')}
        value={typed.category}
        fault={fault?.faultOf('category')}
        onChange={set('category')}
      />
      <TextField
        label={t('tags')}
        hint={t('tagsHint')}
        value={typed.tags}
        fault={fault?.faultOf('tags')}
        onChange={set('tags')}
      />
    </Dialog>
  );
}
