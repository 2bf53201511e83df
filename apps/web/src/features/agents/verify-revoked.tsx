'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useFormat } from '../../i18n/format';
import { Button } from '../../ui/button';
import { FormFault, Notice } from '../../ui/feedback';
import { TextField } from '../../ui/field';

interface Proof {
  status: number;
  ms: number;
}

/** Makes one call with the old key, as its agent would, and says what the hub answered. */
export function VerifyRevoked({ secret }: { secret: string | undefined }) {
  const t = useTranslations('key');
  const format = useFormat();
  const [typed, setTyped] = useState('');
  const proof = useMutation({ mutationFn: callWith });
  const old = secret ?? typed.trim();
  if (proof.data !== undefined) {
    const seconds = format.number(Math.round(proof.data.ms / 100) / 10);
    return proof.data.status === 401 ? (
      <Notice tone="ok" title={t('verified')}>
        {t('verifiedText', { seconds })}
      </Notice>
    ) : (
      <Notice tone="bad" title={t('notVerified')}>
        {t('notVerifiedText', { status: proof.data.status })}
      </Notice>
    );
  }
  return (
    <>
      <Notice tone="ok" title={t('revoked')}>
        {t('revokedText')}
      </Notice>
      <form
        className="verify"
        onSubmit={(event) => {
          event.preventDefault();
          if (old !== '' && !proof.isPending) proof.mutate(old);
        }}
      >
        <p className="ink2">{t('verifyText')}</p>
        {secret === undefined && (
          <TextField
            label={t('oldKey')}
            hint={t('oldKeyHint')}
            type="password"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
        <p>
          <Button type="submit" busy={proof.isPending} blocked={old === '' && t('verifyNeeds')}>
            {t('verify')}
          </Button>
        </p>
        <FormFault error={proof.error} />
      </form>
    </>
  );
}

async function callWith(secret: string): Promise<Proof> {
  const started = performance.now();
  const response = await fetch('/mcp', {
    method: 'POST',
    credentials: 'omit',
    headers: {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  });
  return { status: response.status, ms: performance.now() - started };
}
