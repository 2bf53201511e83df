'use client';

import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { useSyncExternalStore } from 'react';
import type { HubError } from '../../data/hub';
import { keepLocale } from '../../data/session';
import { LOCALES, localeOf } from '../../i18n/locales';
import { SelectField, TextField } from '../../ui/field';
import { PasswordField } from './password-field';
import { ownTimeZone, timeZones } from './time-zones';

export interface Person {
  name: string;
  email: string;
  password: string;
  timeZone: string;
}

interface PersonFieldsProps {
  person: Person;
  onChange: (change: Partial<Person>) => void;
  fault: HubError | null;
}

/** The browser's time zone, known only in the browser. */
export function useOwnTimeZone(): string {
  return useSyncExternalStore(
    () => () => undefined,
    ownTimeZone,
    () => 'UTC',
  );
}

export function PersonFields({ person, onChange, fault }: PersonFieldsProps) {
  const t = useTranslations('entry');
  return (
    <>
      <TextField
        label={t('name')}
        autoComplete="name"
        required
        data-autofocus=""
        value={person.name}
        fault={fault?.faultOf('name')}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TextField
        label={t('email')}
        type="email"
        autoComplete="username"
        required
        value={person.email}
        fault={fault?.faultOf('email')}
        onChange={(event) => onChange({ email: event.target.value })}
      />
      <PasswordField
        label={t('password')}
        value={person.password}
        fault={fault?.faultOf('password')}
        onChange={(password) => onChange({ password })}
      />
      <div className="cols2">
        <LanguageField />
        <SelectField
          label={t('timeZone')}
          value={person.timeZone}
          fault={fault?.faultOf('timeZone')}
          onChange={(event) => onChange({ timeZone: event.target.value })}
        >
          {timeZones().map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </SelectField>
      </div>
    </>
  );
}

const OWN_NAME = { en: 'English', 'zh-CN': '中文' } as const;

function LanguageField() {
  const t = useTranslations('entry');
  const router = useRouter();
  const change = (tag: string) => {
    const locale = localeOf(tag);
    if (locale === undefined) return;
    keepLocale(locale);
    router.refresh();
  };
  return (
    <SelectField label={t('language')} value={useLocale()} onChange={(event) => change(event.target.value)}>
      {LOCALES.map((locale) => (
        <option key={locale} value={locale} lang={locale}>
          {OWN_NAME[locale]}
        </option>
      ))}
    </SelectField>
  );
}
