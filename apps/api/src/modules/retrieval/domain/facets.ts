import type { Facet, Hit } from './retrieval-query';

type Counted = Pick<Hit, 'kind' | 'spaceId' | 'agentId' | 'layer' | 'tags'>;

const MOST_VALUES = 20;

/** Counts over the confirmed hits: what is not readable is in no facet. Most frequent values first. */
export function facetsOf(hits: readonly Counted[]): Facet[] {
  const counts = new Map<string, Facet>();
  const add = (field: Facet['field'], value: string | null): void => {
    if (value === null) return;
    const key = `${field}\n${value}`;
    counts.set(key, { field, value, count: (counts.get(key)?.count ?? 0) + 1 });
  };
  for (const hit of hits) {
    add('kind', hit.kind);
    add('space', hit.spaceId);
    add('agent', hit.agentId);
    add('layer', hit.layer);
    hit.tags.forEach((tag) => add('tag', tag));
  }
  const sorted = [...counts.values()].sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  const taken = new Map<string, number>();
  return sorted.filter(({ field }) => {
    taken.set(field, (taken.get(field) ?? 0) + 1);
    return (taken.get(field) ?? 0) <= MOST_VALUES;
  });
}
