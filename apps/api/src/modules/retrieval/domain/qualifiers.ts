import type { QueryFilters } from '@memory-hub/retrieval';
import type { SearchKind } from './indexed-item';
import type { RetrievalQuery } from './retrieval-query';

/** Ids behind the names that a person typed, as far as that person may know them. */
export interface ResolvedNames {
  readonly spaces: readonly string[];
  readonly agents: readonly string[];
  readonly authors: readonly string[];
  readonly sessions: readonly string[];
}

export const NO_NAMES: ResolvedNames = { spaces: [], agents: [], authors: [], sessions: [] };

const KIND_WORDS: Readonly<Record<string, readonly SearchKind[]>> = {
  skill: ['skill'],
  chat_memory: ['chat_memory'],
  memory: ['card', 'scene', 'persona'],
  card: ['card'],
  scene: ['scene'],
  persona: ['persona'],
  turn: ['turn'],
};

/** Whether any qualifier names something that only the database knows. */
export function namesAnything({ spaces, agents, authors, sessions }: QueryFilters): boolean {
  return [spaces, agents, authors, sessions].some((list) => list.length > 0);
}

/**
 * The query with the qualifiers of its text. They only narrow: together with a filter of the query both hold, and a
 * name that is unknown, or hidden, leaves nothing to find.
 */
export function withQualifiers(
  query: RetrievalQuery,
  filters: QueryFilters,
  names: ResolvedNames,
): RetrievalQuery {
  const kinds = filters.kinds.flatMap((kind) => KIND_WORDS[kind] ?? []);
  return {
    ...query,
    kinds: filters.kinds.length > 0 ? both(query.kinds, kinds) : query.kinds,
    layers: filters.layers.length > 0 ? both(query.layers, filters.layers) : query.layers,
    languages:
      filters.languages.length > 0
        ? both(query.languages, filters.languages.map(primarySubtag))
        : query.languages,
    spaceIds: filters.spaces.length > 0 ? both(query.spaceIds, names.spaces) : query.spaceIds,
    agentIds: filters.agents.length > 0 ? both(query.agentIds, names.agents) : query.agentIds,
    authorIds: filters.authors.length > 0 ? both(query.authorIds, names.authors) : query.authorIds,
    conversationIds:
      filters.sessions.length > 0 ? both(query.conversationIds, names.sessions) : query.conversationIds,
    tags: filters.tags.length > 0 ? [...(query.tags ?? []), ...filters.tags] : query.tags,
    after: latest(query.after, filters.from),
    before: earliest(query.before, filters.to),
  };
}

function both<T>(given: readonly T[] | undefined, asked: readonly T[]): readonly T[] {
  return given === undefined ? asked : given.filter((one) => asked.includes(one));
}

function primarySubtag(language: string): string {
  return language.split('-', 1)[0] ?? language;
}

function latest(one: Date | undefined, other: Date | undefined): Date | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one > other ? one : other;
}

function earliest(one: Date | undefined, other: Date | undefined): Date | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one < other ? one : other;
}
