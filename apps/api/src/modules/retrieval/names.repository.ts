import { Injectable } from '@nestjs/common';
import { wellFormed } from '@memory-hub/contracts';
import type { QueryFilters } from '@memory-hub/retrieval';
import type { TxContext } from '../../infrastructure/prisma';
import type { ResolvedNames } from './domain/qualifiers';
import type { Hit } from './domain/retrieval-query';

export interface Names {
  readonly spaces: ReadonlyMap<string, { readonly name: string; readonly kind: string }>;
  readonly agents: ReadonlyMap<string, string>;
  readonly users: ReadonlyMap<string, string>;
  readonly sessions: ReadonlyMap<string, string>;
}

/** Names of what hits point to, as far as the principal may read them. */
@Injectable()
export class NamesRepository {
  async of(ctx: TxContext, hits: readonly Hit[]): Promise<Names> {
    const ids = (pick: (hit: Hit) => string | null): string[] => [
      ...new Set(hits.map(pick).filter((id) => id !== null)),
    ];
    const authors = ids((hit) => hit.authorId);
    const agentIds = [...new Set([...ids((hit) => hit.agentId), ...authors])];
    const [spaces, agents, users, sessions] = [
      await ctx.tx.space.findMany({
        where: { id: { in: ids((hit) => hit.spaceId) }, aclId: { in: [...ctx.classes] } },
        select: { id: true, name: true, kind: true },
      }),
      await ctx.tx.agent.findMany({
        where: { id: { in: agentIds }, aclId: { in: [...ctx.classes] } },
        select: { id: true, name: true },
      }),
      await ctx.tx.user.findMany({
        where: { id: { in: authors }, orgId: ctx.orgId },
        select: { id: true, name: true },
      }),
      await ctx.tx.conversation.findMany({
        where: { id: { in: ids((hit) => hit.conversationId) }, aclId: { in: [...ctx.classes] } },
        select: { id: true, sessionId: true },
      }),
    ];
    return {
      spaces: new Map(spaces.map(({ id, name, kind }) => [id, { name, kind }])),
      agents: new Map(agents.map(({ id, name }) => [id, name])),
      users: new Map(users.map(({ id, name }) => [id, name])),
      sessions: new Map(sessions.map(({ id, sessionId }) => [id, sessionId])),
    };
  }

  /** Sessions with this id of the client: one per agent that used it. */
  async conversations(ctx: TxContext, sessionIds: readonly string[]): Promise<string[]> {
    if (sessionIds.length === 0) return [];
    return idsOf(
      ctx.tx.conversation.findMany({
        where: {
          sessionId: { in: sessionIds.map((id) => wellFormed(id).text.trim()) },
          aclId: { in: [...ctx.classes] },
        },
        select: { id: true },
      }),
    );
  }

  /** Ids behind the names of qualifiers. A space also answers to its slug; case does not matter. */
  async resolve(ctx: TxContext, { spaces, agents, authors, sessions }: QueryFilters): Promise<ResolvedNames> {
    const aclId = { in: [...ctx.classes] };
    const named = (names: readonly string[]) =>
      names.map((name) => ({ name: { equals: name, mode: 'insensitive' as const } }));
    const agentsNamed = async (names: readonly string[]): Promise<string[]> =>
      names.length === 0
        ? []
        : idsOf(ctx.tx.agent.findMany({ where: { aclId, OR: named(names) }, select: { id: true } }));
    return {
      spaces:
        spaces.length === 0
          ? []
          : await idsOf(
              ctx.tx.space.findMany({
                where: {
                  aclId,
                  OR: [...named(spaces), { slug: { in: spaces.map((slug) => slug.toLowerCase()) } }],
                },
                select: { id: true },
              }),
            ),
      agents: await agentsNamed(agents),
      authors:
        authors.length === 0
          ? []
          : [
              ...(await agentsNamed(authors)),
              ...(await idsOf(
                ctx.tx.user.findMany({
                  where: { orgId: ctx.orgId, OR: named(authors) },
                  select: { id: true },
                }),
              )),
            ],
      sessions: await this.conversations(ctx, sessions),
    };
  }
}

async function idsOf(rows: PromiseLike<readonly { readonly id: string }[]>): Promise<string[]> {
  return (await rows).map((row) => row.id);
}
