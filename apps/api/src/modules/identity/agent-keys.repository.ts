import { Injectable } from '@nestjs/common';
import { KEY_SCOPES, type KeyScope } from '@memory-hub/contracts';
import type { TxContext } from '../../infrastructure/prisma';

/** What is shown of a key. */
export interface AgentKey {
  readonly id: string;
  readonly agentId: string;
  readonly ownerId: string;
  readonly prefix: string;
  readonly scopes: readonly KeyScope[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

export interface NewKey {
  readonly id: string;
  readonly agentId: string;
  readonly ownerId: string;
  readonly aclId: string;
  readonly prefix: string;
  readonly hash: Buffer;
  readonly scopes: readonly KeyScope[];
  readonly expiresAt: Date | null;
}

@Injectable()
export class AgentKeysRepository {
  async insert(ctx: TxContext, key: NewKey): Promise<void> {
    await ctx.tx.$executeRaw`
      INSERT INTO api_key (id, org_id, acl_id, agent_id, owner_id, prefix, hash, scopes, created_at, expires_at)
      VALUES (${key.id}::uuid, ${ctx.orgId}::uuid, ${key.aclId}::uuid, ${key.agentId}::uuid, ${key.ownerId}::uuid, ${key.prefix},
        ${key.hash}, ${[...key.scopes]}::text[], ${ctx.now}, ${key.expiresAt})`;
  }

  /** Ends a key now; false when it is missing, hidden or ended already. */
  async revoke(ctx: TxContext, keyId: string): Promise<boolean> {
    const ended = await ctx.tx.apiKey.updateMany({
      where: { id: keyId, aclId: { in: [...ctx.classes] }, revokedAt: null },
      data: { revokedAt: ctx.now },
    });
    return ended.count === 1;
  }

  /** Ends the open keys of an agent at a time: now, or after an overlap. */
  async retire(ctx: TxContext, agentId: string, at: Date): Promise<string[]> {
    const rows = await ctx.tx.$queryRaw<{ id: string }[]>`
      UPDATE api_key SET
        revoked_at = CASE WHEN ${at}::timestamptz <= ${ctx.now}::timestamptz THEN ${ctx.now}::timestamptz END,
        expires_at = CASE WHEN ${at}::timestamptz <= ${ctx.now}::timestamptz THEN expires_at ELSE least(expires_at, ${at}::timestamptz) END
      WHERE agent_id = ${agentId}::uuid AND acl_id = ANY (${[...ctx.classes]}::uuid[]) AND revoked_at IS NULL
        AND (expires_at IS NULL OR expires_at > ${ctx.now}::timestamptz)
      RETURNING id`;
    return rows.map(({ id }) => id);
  }

  async find(ctx: TxContext, keyId: string): Promise<AgentKey | null> {
    const row = await ctx.tx.apiKey.findFirst({
      where: { id: keyId, aclId: { in: [...ctx.classes] } },
      select: SHOWN,
    });
    return row === null ? null : shown(row);
  }

  /** The newest key of each agent that the viewer may see. */
  async newestOf(ctx: TxContext, agentIds: readonly string[]): Promise<AgentKey[]> {
    const rows = await ctx.tx.apiKey.findMany({
      where: { agentId: { in: [...agentIds] }, aclId: { in: [...ctx.classes] } },
      distinct: ['agentId'],
      orderBy: [{ agentId: 'asc' }, { createdAt: 'desc' }, { id: 'desc' }],
      select: SHOWN,
    });
    return rows.map(shown);
  }
}

const SHOWN = {
  id: true, agentId: true, ownerId: true, prefix: true, scopes: true, createdAt: true, expiresAt: true, lastUsedAt: true, revokedAt: true,
} as const; // prettier-ignore

function shown(row: Omit<AgentKey, 'scopes'> & { scopes: readonly string[] }): AgentKey {
  return { ...row, scopes: KEY_SCOPES.filter((scope) => row.scopes.includes(scope)) };
}
