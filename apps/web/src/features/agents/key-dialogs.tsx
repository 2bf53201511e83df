'use client';

import type { AgentConnectionFragment } from '@memory-hub/graphql-client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormFault } from '../../ui/feedback';
import { Check, TextField } from '../../ui/field';
import { Ago } from '../../ui/text';

interface DialogBase {
  agent: string;
  busy: boolean;
  error: unknown;
  onClose: () => void;
}

const OVERLAPS = [0, 60, 1_440] as const;

/** A new key in place of the old one, at once or with time to change over. */
export function RollDialog({
  agent,
  busy,
  error,
  onRoll,
  onClose,
}: DialogBase & { onRoll: (overlap: number) => void }) {
  const t = useTranslations('key');
  const [overlap, setOverlap] = useState<number>(OVERLAPS[1]);
  return (
    <Dialog
      title={t('rollTitle', { name: agent })}
      onClose={onClose}
      onSubmit={() => onRoll(overlap)}
      footer={
        <>
          <Button onClick={onClose}>{t('keep')}</Button>
          <Button type="submit" look="primary" busy={busy}>
            {t('rollButton')}
          </Button>
        </>
      }
    >
      <p>{t('rollText')}</p>
      <fieldset className="field">
        <legend className="label">{t('overlap')}</legend>
        {OVERLAPS.map((minutes) => (
          <Check
            key={minutes}
            type="radio"
            name="overlap"
            checked={overlap === minutes}
            onChange={() => setOverlap(minutes)}
          >
            {t(`overlaps.${minutes}`)}
          </Check>
        ))}
      </fieldset>
      <FormFault error={error} />
    </Dialog>
  );
}

const USED_LATELY_MS = 86_400_000;
const LAST = 4;

interface RevokeDialogProps extends DialogBase {
  keyView: NonNullable<AgentConnectionFragment['key']>;
  onRevoke: () => void;
}

/** Revoking cannot be undone. A key in use must be named by its last characters, so that it is the right one. */
export function RevokeDialog({ agent, keyView, busy, error, onRevoke, onClose }: RevokeDialogProps) {
  const t = useTranslations('key');
  const [typed, setTyped] = useState('');
  const [openedAt] = useState(() => Date.now());
  const used =
    keyView.lastUsedAt !== null && openedAt - new Date(keyView.lastUsedAt).getTime() < USED_LATELY_MS;
  const last = keyView.prefix.slice(-LAST);
  const blocked = used && typed.trim() !== last && t('typeLast', { last });
  return (
    <Dialog
      title={t('revokeTitle', { name: agent })}
      onClose={onClose}
      onSubmit={() => {
        if (blocked === false && !busy) onRevoke();
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('keep')}</Button>
          <Button type="submit" look="danger" busy={busy} blocked={blocked}>
            {t('revokeButton')}
          </Button>
        </>
      }
    >
      <p>
        {keyView.lastUsedAt === null
          ? t('revokeUnused')
          : t.rich('revokeUsed', { ago: () => <Ago at={keyView.lastUsedAt ?? ''} /> })}{' '}
        {t('revokeText')}
      </p>
      {used && (
        <TextField
          label={t('typeLast', { last })}
          className="mono"
          autoComplete="off"
          data-autofocus=""
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <FormFault error={error} />
    </Dialog>
  );
}
