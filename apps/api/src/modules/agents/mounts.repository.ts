import { Injectable } from '@nestjs/common';
import { Prisma, type TxContext } from '../../infrastructure/prisma';
import type { Mount } from './domain/mount';

const COLUMNS = Prisma.sql`
  m.id, m.agent_id AS "agentId", m.space_id AS "spaceId", m.acl_id AS "aclId", c.tokens AS acl, m.asset_id AS "assetId",
  a.kind AS "assetKind", a.name AS "assetName", a.title AS "assetTitle", a.status AS "assetStatus", a.owner_id AS "assetOwnerId",
  a.published_revision_id AS "publishedRevisionId",
  m.mode, m.priority, m.budget_tokens AS "budgetTokens", m.pinned_revision_id AS "pinnedRevisionId"`;
/** A mount is shown to those who may read both the agent and the asset: for everybody else it is not there. */
const SOURCE = Prisma.sql`mount m JOIN access_class c ON c.id = m.acl_id JOIN asset a ON a.id = m.asset_id`;

@Injectable()
export class MountsRepository {
  async find(ctx: TxContext, id: string): Promise<Mount | null> {
    const rows = await ctx.tx.$queryRaw<
      Mount[]
    >`SELECT ${COLUMNS} FROM ${SOURCE} WHERE m.id = ${id}::uuid AND ${readable(ctx)}`;
    return rows[0] ?? null;
  }

  async findForUpdate(ctx: TxContext, id: string): Promise<Mount | null> {
    await ctx.tx
      .$queryRaw`SELECT id FROM mount WHERE id = ${id}::uuid AND acl_id = ANY (${[...ctx.classes]}::uuid[]) FOR UPDATE`;
    return this.find(ctx, id);
  }

  /** In packing order. */
  async ofAgents(ctx: TxContext, agentIds: readonly string[]): Promise<Mount[]> {
    return ctx.tx.$queryRaw<Mount[]>`
      SELECT ${COLUMNS} FROM ${SOURCE} WHERE m.agent_id = ANY (${[...agentIds]}::uuid[]) AND ${readable(ctx)}
      ORDER BY m.priority DESC, m.asset_id`;
  }

  async count(ctx: TxContext, agentId: string): Promise<number> {
    const rows = await ctx.tx.$queryRaw<{ n: number }[]>`
      SELECT count(*)::int AS n FROM mount m WHERE m.agent_id = ${agentId}::uuid AND m.acl_id = ANY (${[...ctx.classes]}::uuid[])`;
    return rows[0]?.n ?? 0;
  }

  async insert(
    ctx: TxContext,
    mount: Pick<
      Mount,
      | 'id'
      | 'spaceId'
      | 'aclId'
      | 'agentId'
      | 'assetId'
      | 'mode'
      | 'priority'
      | 'budgetTokens'
      | 'pinnedRevisionId'
    >,
  ): Promise<void> {
    await ctx.tx.$executeRaw`
      INSERT INTO mount (id, org_id, space_id, acl_id, agent_id, asset_id, mode, priority, budget_tokens, pinned_revision_id, created_by, created_at)
      VALUES (${mount.id}::uuid, ${ctx.orgId}::uuid, ${mount.spaceId}::uuid, ${mount.aclId}::uuid, ${mount.agentId}::uuid, ${mount.assetId}::uuid,
        ${mount.mode}, ${mount.priority}, ${mount.budgetTokens}, ${mount.pinnedRevisionId}::uuid, ${ctx.userId}::uuid, ${ctx.now})`;
  }

  async update(ctx: TxContext, mount: Mount): Promise<void> {
    await ctx.tx.$executeRaw`
      UPDATE mount SET mode = ${mount.mode}, priority = ${mount.priority}, budget_tokens = ${mount.budgetTokens},
        pinned_revision_id = ${mount.pinnedRevisionId}::uuid
      WHERE id = ${mount.id}::uuid`;
  }

  async remove(ctx: TxContext, id: string): Promise<void> {
    await ctx.tx.$executeRaw`DELETE FROM mount WHERE id = ${id}::uuid`;
  }
}

function readable(ctx: TxContext): Prisma.Sql {
  const own = Prisma.sql`m.acl_id = ANY (${[...ctx.classes]}::uuid[]) AND a.acl_id = ANY (${[...ctx.classes]}::uuid[])`;
  return ctx.mounted === null ? own : Prisma.sql`${own} AND a.id = ANY (${[...ctx.mounted]}::uuid[])`;
}
