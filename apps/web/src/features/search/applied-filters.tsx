'use client';

import { AgentNameDocument } from '@memory-hub/graphql-client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { ask } from '../../data/hub';
import { keys } from '../../data/keys';
import { Icon } from '../../ui/icon';
import { languageOf } from '../../ui/ranges';
import { toggled, useLabels } from './filter-labels';
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
              {group === 'agent' && choice.label === choice.value ? (
                <AgentName id={choice.value} />
              ) : (
                label(group, choice)
              )}
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

/** An agent that no result names. Its id stands there only when the hub does not tell its name. */
function AgentName({ id }: { id: string }) {
  const { data } = useQuery({
    queryKey: keys.agentName(id),
    queryFn: async ({ signal }) => (await ask(AgentNameDocument, { id }, signal)).agent?.name ?? id,
  });
  return <span lang={languageOf(data ?? '')}>{data ?? '…'}</span>;
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
