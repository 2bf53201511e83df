'use client';

import { useTranslations } from 'next-intl';
import { Check, SelectField } from '../../ui/field';
import { useSpacesWith } from '../shell/space';
import { OFFERED, type Offered } from './offered';

/** Where the asset will live. */
export function SpaceField({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const t = useTranslations('propose');
  const spaces = useSpacesWith('createAsset');
  return (
    <SelectField label={t('space')} value={value} onChange={(event) => onChange(event.target.value)}>
      {spaces.map((space) => (
        <option key={space.id} value={space.id}>
          {space.name}
        </option>
      ))}
    </SelectField>
  );
}

/** Who may read it once it is published. */
export function VisibilityField({ value, onChange }: { value: Offered; onChange: (value: Offered) => void }) {
  const t = useTranslations('propose');
  return (
    <fieldset className="field">
      <legend className="label">{t('visibility')}</legend>
      {OFFERED.map((choice) => (
        <Check
          key={choice}
          type="radio"
          name="visibility"
          checked={value === choice}
          hint={t(`visibleText.${choice}`)}
          onChange={() => onChange(choice)}
        >
          {t(`visible.${choice}`)}
        </Check>
      ))}
    </fieldset>
  );
}
