'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { toggled, useLabels } from './filter-labels';
import { AGES, GROUPS, choicesOf, countFilters, type Facet } from './filters';
import type { SetFilters, UrlFilters } from './use-search';

interface FacetsProps {
  filters: UrlFilters;
  onChange: SetFilters;
  facets: readonly Facet[];
}

/** The filters beside the results; on a narrow screen they open as a sheet. */
export function Facets(props: FacetsProps) {
  const t = useTranslations('search');
  const [open, setOpen] = useState(false);
  const count = countFilters(props.filters);
  return (
    <aside className="facets" aria-label={t('filters')}>
      <Button className="only-narrow" icon="filter" onClick={() => setOpen(true)}>
        {t('filtersCount', { count })}
      </Button>
      <div className="only-wide">
        <Groups {...props} />
      </div>
      {open && (
        <Dialog
          title={t('filters')}
          onClose={() => setOpen(false)}
          footer={
            <Button look="primary" onClick={() => setOpen(false)}>
              {t('showResults')}
            </Button>
          }
        >
          <Groups {...props} />
        </Dialog>
      )}
    </aside>
  );
}

function Groups({ filters, onChange, facets }: FacetsProps) {
  const t = useTranslations('search');
  const label = useLabels();
  return (
    <>
      {GROUPS.map((group) => {
        const choices = choicesOf(group, facets, filters);
        if (choices.length === 0) return null;
        return (
          <fieldset className="facet" key={group}>
            <legend>{t(`group.${group}`)}</legend>
            {choices.map((choice) => (
              <label className="check" key={choice.value}>
                <input
                  type="checkbox"
                  checked={choice.on}
                  onChange={() => onChange(toggled(group, choice, filters))}
                />
                <span>{label(group, choice)}</span>
                <span className="n">{choice.count ?? '–'}</span>
              </label>
            ))}
          </fieldset>
        );
      })}
      <fieldset className="facet">
        <legend>{t('group.age')}</legend>
        {[...AGES, null].map((age) => (
          <label className="check" key={age ?? 'any'}>
            <input type="radio" name="age" checked={filters.age === age} onChange={() => onChange({ age })} />
            <span>{age === null ? t('anyTime') : t('lastDays', { count: Number(age) })}</span>
          </label>
        ))}
      </fieldset>
      <fieldset className="facet">
        <legend>{t('group.truth')}</legend>
        <label className="check">
          <input
            type="checkbox"
            checked={filters.history}
            onChange={(event) => onChange({ history: event.target.checked })}
          />
          <span>{t('history')}</span>
        </label>
      </fieldset>
    </>
  );
}
