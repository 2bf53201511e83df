'use client';

import { CreateAgentDocument } from '@memory-hub/graphql-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { newActKey } from '../../data/act-key';
import { HubError, act } from '../../data/hub';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormFault } from '../../ui/feedback';
import { SelectField, TextArea, TextField } from '../../ui/field';
import { useSpacesWith } from '../shell/space';
import { ClientField } from './client-field';
import { keepSecret } from './secrets';

const FIELDS = ['name', 'rolePrompt', 'rulesPrompt'] as const;

/** A new agent and its key. The next page shows the key, once, and waits for the first call. */
export function CreateAgent({ onClose }: { onClose: () => void }) {
  const t = useTranslations('agents');
  const router = useRouter();
  const client = useQueryClient();
  const spaces = useSpacesWith('createAgent');
  const [space, setSpace] = useState<string>();
  const [form, setForm] = useState({ name: '', clientType: 'claude-code', rolePrompt: '', rulesPrompt: '' });
  const [key] = useState(newActKey);
  const spaceId = space ?? spaces[0]?.id ?? '';
  const create = useMutation({
    mutationFn: () =>
      act(CreateAgentDocument, { input: { spaceId, ...form, name: form.name.trim(), idempotencyKey: key } }),
    onSuccess: ({ createAgent: { agent, key: secret } }) => {
      void client.invalidateQueries({ queryKey: ['agents'] });
      void client.invalidateQueries({ queryKey: ['shell'] });
      if (agent === null) return;
      if (secret !== null) keepSecret(agent.id, secret);
      router.push(`/agents/${agent.id}`);
    },
  });
  const fault = create.error instanceof HubError ? create.error : null;
  const set = (field: keyof typeof form) => (event: { target: { value: string } }) =>
    setForm((now) => ({ ...now, [field]: event.target.value }));
  const missing = form.name.trim() === '' && t('needName');
  return (
    <Dialog
      title={t('create')}
      onClose={onClose}
      onSubmit={() => {
        if (missing === false && !create.isPending) create.mutate();
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" look="primary" busy={create.isPending || create.isSuccess} blocked={missing}>
            {t('createButton')}
          </Button>
        </>
      }
    >
      <FormFault error={create.error} fields={FIELDS} />
      <TextField
        label={t('name')}
        required
        data-autofocus=""
        maxLength={120}
        hint={t('nameHint')}
        value={form.name}
        fault={fault?.faultOf('name')}
        onChange={set('name')}
      />
      <div className="cols2">
        <SelectField label={t('space')} value={spaceId} onChange={(event) => setSpace(event.target.value)}>
          {spaces.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <ClientField
          value={form.clientType}
          onChange={(clientType) => setForm((now) => ({ ...now, clientType }))}
        />
      </div>
      <TextArea
        label={t('role')}
        hint={t('roleHint')}
        rows={2}
        value={form.rolePrompt}
        fault={fault?.faultOf('rolePrompt')}
        onChange={set('rolePrompt')}
      />
      <TextArea
        label={t('rules')}
        hint={t('rulesHint')}
        rows={2}
        value={form.rulesPrompt}
        fault={fault?.faultOf('rulesPrompt')}
        onChange={set('rulesPrompt')}
      />
    </Dialog>
  );
}
