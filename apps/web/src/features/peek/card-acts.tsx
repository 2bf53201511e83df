'use client';

import { DeleteMemoryDocument } from '@memory-hub/graphql-client';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { act } from '../../data/hub';
import { useMemoryChanged } from '../../data/memory-changed';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormFault } from '../../ui/feedback';
import { Words } from '../../ui/text';
import { useToast } from '../../ui/toast';
import { EditCard } from './edit-card';
import type { PeekedCard } from './peeked';

/** What the reader may do with a card. Each act waits for the hub's answer, and then everything is asked again. */
export function CardActs({ card, onForgotten }: { card: PeekedCard; onForgotten: (id: string) => void }) {
  const t = useTranslations('peek');
  const [asked, setAsked] = useState<'edit' | 'forget'>();
  const { edit, forget } = card.viewerCan;
  const close = () => setAsked(undefined);
  if (!edit && !forget) return null;
  return (
    <div className="flow card-acts">
      {edit && <Button onClick={() => setAsked('edit')}>{t('edit')}</Button>}
      {forget && (
        <Button icon="forget" onClick={() => setAsked('forget')}>
          {t('forget')}
        </Button>
      )}
      {asked === 'edit' && <EditCard card={card} onClose={close} />}
      {asked === 'forget' && <ForgetCard card={card} onClose={close} onForgotten={onForgotten} />}
    </div>
  );
}

interface ForgetCardProps {
  card: PeekedCard;
  onClose: () => void;
  onForgotten: (id: string) => void;
}

function ForgetCard({ card, onClose, onForgotten }: ForgetCardProps) {
  const t = useTranslations('peek');
  const toast = useToast();
  const changed = useMemoryChanged();
  const forget = useMutation({
    mutationFn: () => act(DeleteMemoryDocument, { input: { id: card.id } }),
    onSuccess: () => {
      toast(t('forgotten'));
      onForgotten(card.id);
      changed({ forgotten: true });
    },
  });
  return (
    <Dialog
      title={t('forgetTitle')}
      onClose={onClose}
      onSubmit={() => {
        if (!forget.isPending) forget.mutate();
      }}
      footer={
        <>
          <Button data-autofocus="" onClick={onClose}>
            {t('keep')}
          </Button>
          <Button type="submit" look="danger" busy={forget.isPending}>
            {t('forgetButton')}
          </Button>
        </>
      }
    >
      <p className="quote">
        <Words text={card.content} />
      </p>
      <p>{t('forgetText')}</p>
      <FormFault error={forget.error} />
    </Dialog>
  );
}
