import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../infrastructure/graphql';
import { Prisma, type TxContext } from '../../infrastructure/prisma';
import type { Agent } from './domain/agent';

const COLUMNS = Prisma.sql`
  g.id, g.org_id AS "orgId", g.space_id AS "spaceId", coalesce(s.kind, 'team') AS "spaceKind", s.owner_id AS "spaceOwnerId",
  g.acl_id AS "aclId", c.tokens AS acl, g.owner_id AS "ownerId", g.name, g.client_type AS "clientType", g.role_prompt AS "rolePrompt",
  g.rules_prompt AS "rulesPrompt", g.status, g.budget_tokens AS "budgetTokens", g.created_at AS "createdAt",
  g.first_call_at AS "firstCallAt", g.last_call_at AS "lastCallAt", g.last_client AS "lastClient"`;
/** A key without asset:read does not see the space of its own agent; the agent it sees. */
const SOURCE = Prisma.sql`agent g JOIN access_class c ON c.id = g.acl_id LEFT JOIN space s ON s.id = g.space_id`;

/** Rows of agents. Every read carries the access test beside row-level security. */
@Injectable()
export class AgentsRepository {
  async find(ctx: TxContext, id: string): Promise<Agent | null> {
    return (await this.findMany(ctx, [id]))[0] ?? null;
  }

  async findMany(ctx: TxContext, ids: readonly string[]): Promise<Agent[]> {
    return ctx.tx.$queryRaw<
      Agent[]
    >`SELECT ${COLUMNS} FROM ${SOURCE} WHERE g.id = ANY (${[...ids]}::uuid[]) AND ${readable(ctx)}`;
  }

  /** Locks the agent's row, so that two acts on it follow each other. */
  async findForUpdate(ctx: TxContext, id: string): Promise<Agent | null> {
    await ctx.tx
      .$queryRaw`SELECT id FROM agent WHERE id = ${id}::uuid AND acl_id = ANY (${[...ctx.classes]}::uuid[]) FOR UPDATE`;
    return this.find(ctx, id);
  }

  /** Newest first. */
  async list(ctx: TxContext, spaceId: string | null, page: PageRequest): Promise<Page<Agent>> {
    const where = inSpace(ctx, spaceId);
    const after = page.after === null ? Prisma.sql`true` : Prisma.sql`g.id < ${page.after}::uuid`;
    const rows = await ctx.tx.$queryRaw<
      Agent[]
    >`SELECT ${COLUMNS} FROM ${SOURCE} WHERE ${where} AND ${after} ORDER BY g.id DESC LIMIT ${page.first + 1}`;
    return {
      rows: rows.slice(0, page.first),
      hasNextPage: rows.length > page.first,
      totalCount: await this.count(ctx, spaceId),
    };
  }

  async count(ctx: TxContext, spaceId: string | null): Promise<number> {
    const counted = await ctx.tx.$queryRaw<
      { n: bigint }[]
    >`SELECT count(*) AS n FROM agent g WHERE ${inSpace(ctx, spaceId)}`;
    return Number(counted[0]?.n ?? 0);
  }

  async insert(
    ctx: TxContext,
    agent: Omit<
      Agent,
      'acl' | 'spaceKind' | 'spaceOwnerId' | 'createdAt' | 'firstCallAt' | 'lastCallAt' | 'lastClient'
    >,
  ): Promise<void> {
    await ctx.tx.$executeRaw`
      INSERT INTO agent (id, org_id, space_id, acl_id, owner_id, name, client_type, role_prompt, rules_prompt, status, budget_tokens, created_at)
      VALUES (${agent.id}::uuid, ${agent.orgId}::uuid, ${agent.spaceId}::uuid, ${agent.aclId}::uuid, ${agent.ownerId}::uuid, ${agent.name},
        ${agent.clientType}, ${agent.rolePrompt}, ${agent.rulesPrompt}, ${agent.status}, ${agent.budgetTokens}, ${ctx.now})`;
  }

  async update(ctx: TxContext, agent: Agent): Promise<void> {
    await ctx.tx.$executeRaw`
      UPDATE agent SET name = ${agent.name}, client_type = ${agent.clientType}, role_prompt = ${agent.rolePrompt},
        rules_prompt = ${agent.rulesPrompt}, status = ${agent.status}, budget_tokens = ${agent.budgetTokens}
      WHERE id = ${agent.id}::uuid`;
  }
}

function readable(ctx: TxContext): Prisma.Sql {
  return Prisma.sql`g.acl_id = ANY (${[...ctx.classes]}::uuid[])`;
}

function inSpace(ctx: TxContext, spaceId: string | null): Prisma.Sql {
  return spaceId === null ? readable(ctx) : Prisma.sql`g.space_id = ${spaceId}::uuid AND ${readable(ctx)}`;
}
