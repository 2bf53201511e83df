'use client';

import { UpdateProfileDocument } from '@memory-hub/graphql-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { HubError, act } from '../../data/hub';
import { Button } from '../../ui/button';
import { Dialog, Missing } from '../../ui/dialog';
import { FormFault } from '../../ui/feedback';
import { SelectField, TextField } from '../../ui/field';
import { useToast } from '../../ui/toast';
import { timeZones } from '../entry/time-zones';
import type { Viewer } from './use-shell';

interface ProfileProps {
  user: Viewer['user'];
  onClose: () => void;
}

/** What others call the reader, and the time zone that dates are written in. */
export function Profile({ user, onClose }: ProfileProps) {
  const t = useTranslations('shell');
  const toast = useToast();
  const client = useQueryClient();
  const why = useId();
  const [name, setName] = useState(user.name);
  const [timeZone, setTimeZone] = useState(user.timeZone);
  const save = useMutation({
    mutationFn: () => act(UpdateProfileDocument, { input: { name: name.trim(), timeZone } }),
    onSuccess: async () => {
      await client.invalidateQueries(); // a name and a time stand on every page
      toast(t('profile.saved'));
      onClose();
    },
  });
  const zones = timeZones();
  const fault = save.error instanceof HubError ? save.error : null;
  const missing = name.trim() === '' && t('profile.needName');
  return (
    <Dialog
      title={t('profile.title')}
      onClose={onClose}
      onSubmit={() => {
        if (missing === false && !save.isPending) save.mutate();
      }}
      footer={
        <>
          <Missing id={why} text={missing} />
          <Button onClick={onClose}>{t('profile.cancel')}</Button>
          <Button
            type="submit"
            look="primary"
            busy={save.isPending}
            blocked={missing}
            aria-describedby={missing === false ? undefined : why}
          >
            {t('profile.save')}
          </Button>
        </>
      }
    >
      <FormFault error={save.error} fields={['name', 'timeZone']} />
      <TextField
        label={t('profile.name')}
        hint={t('profile.nameHint')}
        autoComplete="name"
        required
        value={name}
        fault={fault?.faultOf('name')}
        onChange={(event) => setName(event.target.value)}
      />
      <SelectField
        label={t('profile.timeZone')}
        value={timeZone}
        fault={fault?.faultOf('timeZone')}
        onChange={(event) => setTimeZone(event.target.value)}
      >
        {(zones.includes(timeZone) ? zones : [timeZone, ...zones]).map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </SelectField>
      <p className="meta">{t.rich('profile.password', { code: (text) => <code>{text}</code> })}</p>
    </Dialog>
  );
}
