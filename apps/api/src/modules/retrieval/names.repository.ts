import { Injectable } from '@nestjs/common';
import type { TxContext } from '../../infrastructure/prisma';
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
    const ids = (pick: (hit: Hit) => string | null): string[] => [...new Set(hits.map(pick).filter((id) => id !== null))];
    const authors = ids((hit) => hit.authorId);
    const agentIds = [...new Set([...ids((hit) => hit.agentId), ...authors])];
    const [spaces, agents, users, sessions] = [
      await ctx.tx.space.findMany({ where: { id: { in: ids((hit) => hit.spaceId) }, aclId: { in: [...ctx.classes] } }, select: { id: true, name: true, kind: true } }),
      await ctx.tx.agent.findMany({ where: { id: { in: agentIds }, aclId: { in: [...ctx.classes] } }, select: { id: true, name: true } }),
      await ctx.tx.user.findMany({ where: { id: { in: authors }, orgId: ctx.orgId }, select: { id: true, name: true } }),
      await ctx.tx.conversation.findMany({ where: { id: { in: ids((hit) => hit.conversationId) }, aclId: { in: [...ctx.classes] } }, select: { id: true, sessionId: true } }),
    ];
    return {
      spaces: new Map(spaces.map(({ id, name, kind }) => [id, { name, kind }])),
      agents: new Map(agents.map(({ id, name }) => [id, name])),
      users: new Map(users.map(({ id, name }) => [id, name])),
      sessions: new Map(sessions.map(({ id, sessionId }) => [id, sessionId])),
    };
  }

  async conversation(ctx: TxContext, sessionId: string): Promise<string | null> {
    const found = await ctx.tx.conversation.findFirst({ where: { sessionId, aclId: { in: [...ctx.classes] } }, select: { id: true }, orderBy: { startedAt: 'desc' } });
    return found?.id ?? null;
  }
}
