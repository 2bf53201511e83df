'use client';

import { useTranslations } from 'next-intl';
import type { Fault } from '../../data/hub';
import { TextField } from '../../ui/field';

interface PasswordFieldProps {
  label: string;
  value: string;
  fault: Fault | undefined;
  onChange: (password: string) => void;
  autoFocus?: boolean;
}

/** A password that is being chosen, with the rule it must keep to. */
export function PasswordField({ label, value, fault, onChange, autoFocus }: PasswordFieldProps) {
  const t = useTranslations('entry');
  return (
    <TextField
      label={label}
      type="password"
      autoComplete="new-password"
      required
      minLength={12}
      autoFocus={autoFocus}
      hint={t('passwordHint')}
      value={value}
      fault={fault}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
