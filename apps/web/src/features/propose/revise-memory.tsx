'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { HubError } from '../../data/hub';
import { Button } from '../../ui/button';
import { Dialog, Missing } from '../../ui/dialog';
import { ErrorBox, FormFault, Notice, SkeletonRows } from '../../ui/feedback';
import { Check, TextArea, TextField } from '../../ui/field';
import { Words } from '../../ui/text';
import { useToast } from '../../ui/toast';
import { proposeAgain, type Revised } from './propose-again';
import { useOwnCards, type OwnCards } from './use-own-cards';

/** Chooses the cards of a chat memory again: a fresh snapshot goes to review, and this proposal is withdrawn. */
export function ReviseMemory({ proposal, onClose }: { proposal: Revised; onClose: () => void }) {
  const t = useTranslations('propose');
  const own = useOwnCards(proposal.id);
  if (own.data !== undefined) return <Choice proposal={proposal} own={own.data} onClose={onClose} />;
  return (
    <Dialog size="wide" title={t('reviseTitle', { name: proposal.asset.name })} onClose={onClose}>
      {own.isError ? (
        <ErrorBox title={t('cardsFailed')} error={own.error} onRetry={() => void own.refetch()} />
      ) : (
        <SkeletonRows rows={4} lines={1} />
      )}
    </Dialog>
  );
}

interface ChoiceProps {
  proposal: Revised;
  own: OwnCards;
  onClose: () => void;
}

function Choice({ proposal, own, onClose }: ChoiceProps) {
  const t = useTranslations('propose');
  const router = useRouter();
  const toast = useToast();
  const client = useQueryClient();
  const why = useId();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(own.held));
  const [description, setDescription] = useState(proposal.asset.description);
  const [message, setMessage] = useState('');
  const [others, setOthers] = useState(false);
  const send = useMutation({
    mutationFn: () =>
      proposeAgain(proposal, { cardIds: [...chosen], description, message, includeOtherSpeakers: others }),
    onSuccess: ({ id, withdrawn }) => {
      if (!withdrawn) toast(t('notWithdrawn'));
      for (const queryKey of [['inbox'], ['proposal'], ['shell']])
        void client.invalidateQueries({ queryKey });
      onClose();
      if (id !== null) router.push(`/review/${id}?view=MINE`);
    },
  });
  const missing =
    chosen.size === 0
      ? t('needCards')
      : description.trim() === ''
        ? t('needDescription')
        : message.trim() === '' && t('needMessage');
  const fault = send.error instanceof HubError ? send.error : null;
  return (
    <Dialog
      size="wide"
      title={t('reviseTitle', { name: proposal.asset.name })}
      onClose={onClose}
      onSubmit={() => {
        if (missing === false && !send.isPending) send.mutate();
      }}
      footer={
        <>
          <Missing id={why} text={missing} />
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            type="submit"
            look="primary"
            busy={send.isPending}
            blocked={missing}
            aria-describedby={missing === false ? undefined : why}
          >
            {t('reviseButton')}
          </Button>
        </>
      }
    >
      <p className="ink2">{t('reviseMemoryLead')}</p>
      {proposal.approvalsGiven > 0 && (
        <Notice tone="warn" title={t('reviseVoids', { count: proposal.approvalsGiven })} />
      )}
      {own.missing > 0 && <Notice tone="warn" title={t('cardsMissing', { count: own.missing })} />}
      <FormFault error={send.error} fields={['cardIds', 'description', 'message']} />
      <CardChoice own={own} chosen={chosen} onChange={setChosen} />
      <TextField
        label={t('description')}
        required
        value={description}
        fault={fault?.faultOf('description')}
        onChange={(event) => setDescription(event.target.value)}
      />
      <TextArea
        label={t('message')}
        hint={t('messageHint')}
        required
        data-autofocus=""
        rows={2}
        value={message}
        fault={fault?.faultOf('message')}
        onChange={(event) => setMessage(event.target.value)}
      />
      <Check checked={others} hint={t('othersHint')} onChange={(event) => setOthers(event.target.checked)}>
        {t('others')}
      </Check>
    </Dialog>
  );
}

interface CardChoiceProps {
  own: OwnCards;
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

/** What the proposal holds now comes first; everything else that could be in it follows. */
function CardChoice({ own, chosen, onChange }: CardChoiceProps) {
  const t = useTranslations('propose');
  const held = new Set(own.held);
  const sorted = [...own.cards].sort((a, b) => Number(held.has(b.id)) - Number(held.has(a.id)));
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return (
    <fieldset className="field">
      <legend className="label">{t('cardsOf', { count: chosen.size })}</legend>
      <ul className="picked tall">
        {sorted.map((card) => (
          <li key={card.id} className="pick">
            <Check checked={chosen.has(card.id)} onChange={() => toggle(card.id)}>
              <Words text={card.content} />
            </Check>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
