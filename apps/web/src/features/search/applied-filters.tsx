'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon';
import { toggled, useLabels } from './facets';
import { GROUPS, choicesOf, type Facet } from './filters';
import type { SetFilters, UrlFilters } from './use-search';

interface AppliedFiltersProps {
  filters: UrlFilters;
  onChange: SetFilters;
  facets: readonly Facet[];
}

/** Every filter that is on, each with its own way off. */
export function AppliedFilters({ filters, onChange, facets }: AppliedFiltersProps) {
  const t = useTranslations('search');
  const label = useLabels();
  return (
    <>
      {GROUPS.flatMap((group) =>
        choicesOf(group, facets, filters)
          .filter(({ on }) => on)
          .map((choice) => (
            <Chip key={`${group}${choice.value}`} onDrop={() => onChange(toggled(group, choice, filters))}>
              {label(group, choice)}
            </Chip>
          )),
      )}
      {filters.session !== null && <Chip onDrop={() => onChange({ session: null })}>{t('oneSession')}</Chip>}
      {filters.age !== null && (
        <Chip onDrop={() => onChange({ age: null })}>{t('lastDays', { count: Number(filters.age) })}</Chip>
      )}
    </>
  );
}

function Chip({ onDrop, children }: { onDrop: () => void; children: ReactNode }) {
  const t = useTranslations('search');
  return (
    <button type="button" className="chip" aria-pressed="true" title={t('drop')} onClick={onDrop}>
      {children}
      <Icon name="x" />
    </button>
  );
}
