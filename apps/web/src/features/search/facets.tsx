'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { languageOf } from '../../ui/ranges';
import { Layer } from '../../ui/text';
import { useShell } from '../shell/use-shell';
import {
  AGES,
  GROUPS,
  KINDS,
  LAYERS,
  choicesOf,
  countFilters,
  type Choice,
  type Facet,
  type Group,
} from './filters';
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

/** How the values of a filter are called. */
export function useLabels() {
  const t = useTranslations('search');
  const { viewer } = useShell();
  return (group: Group, { value, label }: Pick<Choice, 'value' | 'label'>) => {
    const kind = KINDS.find((known) => known === value);
    if (group === 'kind' && kind !== undefined) return t(`kind.${kind}`);
    const layer = LAYERS.find((known) => known === value);
    if (group === 'layer' && layer !== undefined) {
      return (
        <>
          <Layer layer={layer} /> {t(`layer.${layer}`)}
        </>
      );
    }
    const name =
      group === 'space'
        ? (viewer?.spaces.find(({ space }) => space.id === value)?.space.name ?? label)
        : label;
    return <span lang={languageOf(name)}>{name}</span>;
  };
}

/** The change that turns one value of a filter on or off. */
export function toggled(
  group: Group,
  { value, on }: Pick<Choice, 'value' | 'on'>,
  filters: UrlFilters,
): Partial<UrlFilters> {
  if (group === 'category') return { category: on ? null : value };
  const without = <T extends string>(values: readonly T[], known: readonly T[]) => {
    const rest = values.filter((other) => other !== value);
    const added = known.find((other) => other === value);
    return on || added === undefined ? rest : [...rest, added];
  };
  if (group === 'kind') return { kind: without(filters.kind, KINDS) };
  if (group === 'layer') return { layer: without(filters.layer, LAYERS) };
  return { [group]: without(filters[group], [value]) };
}
