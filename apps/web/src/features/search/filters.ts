import type { MemoryLayer, SearchInput, SearchKind, SearchQuery } from '@memory-hub/graphql-client';

export const KINDS = [
  'SKILL',
  'CHAT_MEMORY',
  'CARD',
  'SCENE',
  'PERSONA',
  'TURN',
] as const satisfies readonly SearchKind[];
export const LAYERS = ['L3', 'L2', 'L1', 'L0'] as const satisfies readonly MemoryLayer[];
export const MODES = ['HYBRID', 'KEYWORD', 'MEANING'] as const;
export const AGES = ['7', '30', '90'] as const;
export type Age = (typeof AGES)[number];

export type Facet = SearchQuery['search']['facets'][number];

/** What the reader asked for, as it stands in the URL. */
export interface Filters {
  q: string;
  kind: readonly SearchKind[];
  space: readonly string[];
  agent: readonly string[];
  layer: readonly MemoryLayer[];
  tag: readonly string[];
  category: string | null;
  session: string | null;
  /** Only what is at most so many days old. */
  age: Age | null;
  /** Also what is no longer true. */
  history: boolean;
  mode: (typeof MODES)[number] | null;
}

const DAY_MS = 86_400_000;

/** The hub's question. `now` in milliseconds; the age is counted in whole days, so the same day asks the same. */
export function toInput(filters: Filters, now: number): SearchInput {
  const { q, kind, space, agent, layer, tag, category, session, age, history, mode } = filters;
  const many = <K extends string, V>(name: K, values: readonly V[]) =>
    values.length === 0 ? {} : { [name]: [...values] };
  return {
    text: q,
    ...many('kinds', kind),
    ...many('spaceIds', space),
    ...many('agentIds', agent),
    ...many('layers', layer),
    ...many('tags', tag),
    ...(category === null ? {} : { category }),
    ...(session === null ? {} : { sessionId: session }),
    ...(age === null
      ? {}
      : { after: new Date((Math.floor(now / DAY_MS) - Number(age)) * DAY_MS).toISOString() }),
    ...(history ? { includeHistory: true } : {}),
    ...(mode === null || mode === 'HYBRID' ? {} : { mode }),
  };
}

export const GROUPS = ['kind', 'space', 'layer', 'agent', 'tag', 'category'] as const;
export type Group = (typeof GROUPS)[number];

const FIELD_OF: Record<string, Group> = {
  kind: 'kind',
  kinds: 'kind',
  space: 'space',
  spaceId: 'space',
  spaceIds: 'space',
  layer: 'layer',
  layers: 'layer',
  agent: 'agent',
  agentId: 'agent',
  agentIds: 'agent',
  tag: 'tag',
  tags: 'tag',
  category: 'category',
};

export interface Choice {
  value: string;
  label: string;
  /** Null: chosen, but not counted among these results. */
  count: number | null;
  on: boolean;
}

/** The values of one filter: those the hub counted, and those that are chosen although nothing has them. */
export function choicesOf(group: Group, facets: readonly Facet[], filters: Filters): Choice[] {
  const chosen = chosenIn(group, filters);
  const counted = facets
    .filter(({ field }) => FIELD_OF[field] === group)
    .map(({ value, label, count }) => ({ value, label, count, on: chosen.includes(value) }));
  const missing = chosen
    .filter((value) => !counted.some((choice) => choice.value === value))
    .map((value) => ({ value, label: value, count: null, on: true }));
  return [...counted, ...missing];
}

export function chosenIn(group: Group, filters: Filters): readonly string[] {
  if (group === 'category') return filters.category === null ? [] : [filters.category];
  return filters[group];
}

/** How many filters narrow the results, the text and the mode aside. */
export function countFilters(filters: Filters): number {
  const groups = GROUPS.reduce((sum, group) => sum + chosenIn(group, filters).length, 0);
  return groups + [filters.age, filters.session].filter((value) => value !== null).length;
}

/** What can be looked through without a word: cards, scenes, and sessions turn by turn. */
export const BROWSED = ['CARD', 'SCENE', 'TURN'] as const satisfies readonly SearchKind[];
export type Browsed = (typeof BROWSED)[number];
export const BROWSED_LAYER = { CARD: 'L1', SCENE: 'L2', TURN: 'L0' } as const satisfies Record<
  Browsed,
  MemoryLayer
>;

/**
 * What the filters alone can list; null when the hub has no list for them, or when there are words to search for.
 * Scenes are listed by agent only, and a category is one of cards.
 */
export function browsedBy(filters: Filters): Browsed | null {
  const { q, kind, space, agent, layer, tag, category, session, age } = filters;
  const others = kind.length + space.length + tag.length;
  if (q.trim() !== '' || others > 0 || session !== null || age !== null) return null;
  if (agent.length > 1 || layer.length > 1 || agent.length + layer.length === 0) return null;
  const wanted = layer[0] ?? 'L1';
  const what = BROWSED.find((one) => BROWSED_LAYER[one] === wanted);
  if (what === undefined || (what === 'SCENE' && agent.length === 0)) return null;
  return category !== null && what !== 'CARD' ? null : what;
}
