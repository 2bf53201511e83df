'use client';

import { useTranslations } from 'next-intl';
import { SelectField } from '../../ui/field';
import { CLIENTS, clientName } from './clients';

export function ClientField({ value, onChange }: { value: string; onChange: (client: string) => void }) {
  const t = useTranslations('connect');
  return (
    <SelectField label={t('client')} value={value} onChange={(event) => onChange(event.target.value)}>
      {CLIENTS.map((client) => (
        <option key={client} value={client}>
          {clientName(client) ?? t('generic')}
        </option>
      ))}
    </SelectField>
  );
}
