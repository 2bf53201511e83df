import { Args, Int, Query, Resolver } from '@nestjs/graphql';
import {
  cutAtGrapheme,
  decodeId,
  DomainError,
  encodeId,
  invalidInput,
  type MemoryLayer,
  type SearchMode,
} from '@memory-hub/contracts';
import { Authorize, type RequestContext } from '../../../common';
import { Ctx, pageSize } from '../../../infrastructure/graphql';
import type { SearchKind } from '../domain/indexed-item';
import { itemIdOf } from '../domain/item-id';
import type { Hit, RetrievalQuery } from '../domain/retrieval-query';
import { degradedText, whyText } from '../domain/why-text';
import { SearchView, type NamedAnswer, type Names } from '../search-view.service';
import { SearchConnection, SearchInput, type FacetType, type SearchHit } from './search.types';

@Resolver()
export class SearchResolver {
  constructor(private readonly view: SearchView) {}

  @Authorize('read', 'Organisation')
  @Query(() => SearchConnection, { description: 'One search over everything the viewer may read.' })
  async search(
    @Ctx() ctx: RequestContext,
    @Args('input', { type: () => SearchInput }) input: SearchInput,
    @Args('first', { type: () => Int, nullable: true }) first?: number | null,
    @Args('after', { type: () => String, nullable: true }) after?: string | null,
  ): Promise<SearchConnection> {
    const limit = pageSize(first);
    const query = queryOf(input);
    // A session that cannot be read finds nothing, the same as one that is not there.
    const conversationIds =
      input.sessionId == null ? undefined : await this.view.conversationsOf(ctx, input.sessionId);
    const session = conversationIds?.length === 0 ? null : (input.sessionId ?? null);
    const asked = { ...query, conversationIds, limit, cursor: after ?? null };
    try {
      return connectionOf(ctx, await this.view.search(ctx, asked, session));
    } catch (error) {
      throw named(error);
    }
  }
}

/** The fault under the name that the argument has here. */
function named(error: unknown): unknown {
  if (!(error instanceof DomainError) || error.path[0] !== 'cursor') return error;
  return invalidInput(['after'], error.message, error.hint);
}

function queryOf(input: SearchInput): Omit<RetrievalQuery, 'limit'> {
  return {
    text: input.text,
    ...(input.kinds == null ? {} : { kinds: input.kinds as SearchKind[] }),
    ...(input.layers == null ? {} : { layers: input.layers as MemoryLayer[] }),
    ...(input.spaceIds == null ? {} : { spaceIds: input.spaceIds.map((id) => decodeId('space', id)) }),
    ...(input.agentIds == null ? {} : { agentIds: input.agentIds.map((id) => decodeId('agent', id)) }),
    ...(input.tags == null ? {} : { tags: input.tags }),
    ...(input.category == null ? {} : { category: input.category }),
    ...(input.after == null ? {} : { after: input.after }),
    ...(input.before == null ? {} : { before: input.before }),
    ...(input.mode == null ? {} : { mode: input.mode as SearchMode }),
    includeHistory: input.includeHistory ?? false,
  };
}

function connectionOf(ctx: RequestContext, answer: NamedAnswer): SearchConnection {
  const last = answer.hits.length - 1;
  return {
    edges: answer.hits.map((hit, index) => ({
      cursor: (index === last ? answer.nextCursor : null) ?? `${itemIdOf(hit)}-${index}`,
      node: hitOf(ctx, hit, answer.names),
    })),
    pageInfo: { hasNextPage: answer.nextCursor !== null, endCursor: answer.nextCursor },
    total: answer.total,
    totalIsCapped: answer.totalIsCapped,
    facets: answer.facets.map((facet) => ({ ...facet, ...facetLabel(facet, answer.names) })),
    mode: answer.mode,
    asked: answer.asked,
    degraded: answer.degraded.map((entry) => ({ ...entry, message: degradedText(ctx.locale, entry) })),
    meaningCoverage: answer.coverage,
    tookMs: [...answer.tookMs],
  };
}

function hitOf(ctx: RequestContext, hit: Hit, names: Names): SearchHit {
  const space = names.spaces.get(hit.spaceId);
  const agent = hit.agentId === null ? undefined : names.agents.get(hit.agentId);
  const author = hit.authorKind === 'agent' ? names.agents.get(hit.authorId) : names.users.get(hit.authorId);
  return {
    id: itemIdOf(hit),
    kind: hit.kind,
    layer: hit.layer,
    title: hit.title === '' ? cutAtGrapheme(hit.body, 80) : hit.title,
    snippet: { text: hit.snippet.text, highlights: [...hit.snippet.highlights], lang: hit.snippet.lang },
    space: {
      id: encodeId('space', hit.spaceId),
      name: space?.name ?? '',
      kind: space?.kind === 'personal' ? 'personal' : 'team',
    },
    agent:
      hit.agentId === null || agent === undefined
        ? null
        : { id: encodeId('agent', hit.agentId), name: agent },
    author:
      author === undefined
        ? null
        : {
            kind: hit.authorKind,
            id: encodeId(hit.authorKind === 'agent' ? 'agent' : 'user', hit.authorId),
            name: author,
          },
    assetId: hit.assetId === null ? null : encodeId('asset', hit.assetId),
    path: hit.path,
    revision: hit.assetId === null ? null : hit.rev,
    sessionId: hit.conversationId === null ? null : (names.sessions.get(hit.conversationId) ?? null),
    eventTime: hit.eventTime,
    recordedAt: hit.recordedAt,
    tags: [...hit.tags],
    trust: hit.trust,
    why: {
      keyword:
        hit.why.keyword === undefined
          ? null
          : { rank: hit.why.keyword.rank, matched: [...hit.why.keyword.matched] },
      meaning:
        hit.why.meaning === undefined
          ? null
          : { rank: hit.why.meaning.rank, band: hit.why.meaning.similarity },
      boosts: hit.why.boosts.map((boost) => boost.name),
      text: whyText(ctx.locale, hit.why),
    },
  };
}

function facetLabel(
  { field, value }: { field: string; value: string },
  names: Names,
): Pick<FacetType, 'value' | 'label'> {
  if (field === 'space')
    return { value: encodeId('space', value), label: names.spaces.get(value)?.name ?? '' };
  if (field === 'agent') return { value: encodeId('agent', value), label: names.agents.get(value) ?? '' };
  if (field === 'kind') return { value: value.toUpperCase(), label: value };
  return { value, label: value };
}
