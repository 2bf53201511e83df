'use client';

import { useTranslations } from 'next-intl';
import { languageOf } from '../../ui/ranges';
import { Layer } from '../../ui/text';
import { useShell } from '../shell/use-shell';
import { useTerms } from '../terms/use-terms';
import { KINDS, LAYERS, type Choice, type Group } from './filters';
import type { UrlFilters } from './use-search';

/** How the values of a filter are called. */
export function useLabels() {
  const t = useTranslations('search');
  const { viewer } = useShell();
  const { categoryName, tagName } = useTerms();
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
    const nameIn = {
      space: () => viewer?.spaces.find(({ space }) => space.id === value)?.space.name ?? label,
      category: () => categoryName(value),
      tag: () => tagName(value),
    };
    const name = group === 'space' || group === 'category' || group === 'tag' ? nameIn[group]() : label;
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
