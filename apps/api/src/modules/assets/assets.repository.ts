import { Injectable } from '@nestjs/common';
import type { AssetKind, AssetStatus } from '@memory-hub/contracts';
import type { AgentPrincipal } from '@memory-hub/permissions';
import { Prisma, type TxContext } from '../../infrastructure/prisma';
import type { Page, PageRequest } from '../../infrastructure/graphql';
import type { Asset } from './domain/asset';
import { receivedRevision } from './received-revision.repository';

export interface AssetFilter {
  readonly spaceId?: string;
  readonly kinds?: readonly AssetKind[];
  readonly statuses?: readonly AssetStatus[];
  /** Words in name or title. */
  readonly text?: string;
}

const COLUMNS = Prisma.sql`
  a.id, a.org_id AS "orgId", a.space_id AS "spaceId", coalesce(s.kind, 'team') AS "spaceKind", s.owner_id AS "spaceOwnerId",
  a.acl_id AS "aclId", a.kind, a.name, a.title, a.description, a.owner_id AS "ownerId", a.visibility, a.status, a.tags,
  a.published_revision_id AS "publishedRevisionId",
  a.created_at AS "createdAt", a.updated_at AS "updatedAt", c.tokens AS acl,
  ARRAY(SELECT g.token FROM asset_grant g WHERE g.asset_id = a.id ORDER BY g.token) AS grants`;
/** The space of an asset may be hidden from an agent or from a reader of the organisation; the asset is not. */
const SOURCE = Prisma.sql`asset a JOIN access_class c ON c.id = a.acl_id LEFT JOIN space s ON s.id = a.space_id`;

/** Rows of assets. Every read carries the access test beside row-level security. */
@Injectable()
export class AssetsRepository {
  async find(ctx: TxContext, id: string): Promise<Asset | null> {
    const rows = await ctx.tx.$queryRaw<
      Asset[]
    >`SELECT ${COLUMNS} FROM ${SOURCE} WHERE a.id = ${id}::uuid AND ${readable(ctx)}`;
    return rows[0] ?? null;
  }

  /**
   * Locks the asset and everything on it until the end of the transaction, so that acts follow each other. The
   * database lets this transaction move what the principal does not see along; the filters here go on hiding it.
   * Somebody who may only read gets the asset without the lock, and is refused by the policy.
   */
  async hold(ctx: TxContext, id: string): Promise<Asset | null> {
    const rows = await ctx.tx.$queryRaw<
      { classes: string[] }[]
    >`SELECT memhub_hold_asset(${id}::uuid) AS classes`;
    for (const aclId of rows[0]?.classes ?? []) if (!ctx.classes.includes(aclId)) ctx.classes.push(aclId);
    return this.find(ctx, id);
  }

  /** Lets the rest of this transaction write rows of a class: an act may move a row out of the actor's own sight. */
  async handOver(ctx: TxContext, aclId: string): Promise<void> {
    await ctx.tx.$queryRaw`
      SELECT set_config('memhub.classes', concat_ws(',', nullif(current_setting('memhub.classes', true), ''), ${aclId}::text), true)`;
  }

  async findMany(ctx: TxContext, ids: readonly string[]): Promise<Asset[]> {
    if (ids.length === 0) return [];
    return ctx.tx.$queryRaw<
      Asset[]
    >`SELECT ${COLUMNS} FROM ${SOURCE} WHERE a.id = ANY (${[...ids]}::uuid[]) AND ${readable(ctx)}`;
  }

  /** Assets of this name that the principal sees: published once, or their own. */
  async named(
    ctx: TxContext,
    { spaceId, kind, name }: Pick<Asset, 'spaceId' | 'kind' | 'name'>,
  ): Promise<Asset[]> {
    return ctx.tx.$queryRaw<Asset[]>`
      SELECT ${COLUMNS} FROM ${SOURCE} WHERE a.space_id = ${spaceId}::uuid AND a.kind = ${kind} AND a.name = ${name}
        AND (a.status <> 'none' OR a.owner_id = ${ctx.userId}::uuid) AND ${readable(ctx)} LIMIT 1`;
  }

  /** Newest first; the cursor is the id of the last row. */
  async list(ctx: TxContext, filter: AssetFilter, page: PageRequest): Promise<Page<Asset>> {
    const where = conditionOf(ctx, filter);
    const after = page.after === null ? Prisma.sql`true` : Prisma.sql`a.id < ${page.after}::uuid`;
    const rows = await ctx.tx.$queryRaw<Asset[]>`
      SELECT ${COLUMNS} FROM ${SOURCE} WHERE ${where} AND ${after} ORDER BY a.id DESC LIMIT ${page.first + 1}`;
    const counted = await ctx.tx.$queryRaw<
      { n: bigint }[]
    >`SELECT count(*) AS n FROM ${SOURCE} WHERE ${where}`;
    return {
      rows: rows.slice(0, page.first),
      hasNextPage: rows.length > page.first,
      totalCount: Number(counted[0]?.n ?? 0),
    };
  }

  async insert(
    ctx: TxContext,
    asset: Omit<Asset, 'spaceKind' | 'spaceOwnerId' | 'grants' | 'acl'>,
  ): Promise<void> {
    await ctx.tx.$executeRaw`
      INSERT INTO asset (id, org_id, space_id, acl_id, kind, name, title, description, owner_id, visibility, status, tags,
        published_revision_id, created_at, updated_at)
      VALUES (${asset.id}::uuid, ${asset.orgId}::uuid, ${asset.spaceId}::uuid, ${asset.aclId}::uuid, ${asset.kind}, ${asset.name},
        ${asset.title}, ${asset.description}, ${asset.ownerId}::uuid, ${asset.visibility}, ${asset.status}, ${[...asset.tags]}::text[],
        ${asset.publishedRevisionId}::uuid, ${asset.createdAt}, ${asset.updatedAt})`;
  }

  async update(ctx: TxContext, asset: Asset): Promise<void> {
    await ctx.tx.$executeRaw`
      UPDATE asset SET acl_id = ${asset.aclId}::uuid, title = ${asset.title}, description = ${asset.description},
        visibility = ${asset.visibility}, status = ${asset.status}, tags = ${[...asset.tags]}::text[],
        published_revision_id = ${asset.publishedRevisionId}::uuid, updated_at = ${asset.updatedAt}
      WHERE id = ${asset.id}::uuid`;
  }

  /** Agents that mount the asset, as far as the principal may see them. */
  async mountedOn(ctx: TxContext, assetId: string): Promise<MountingAgent[]> {
    return ctx.tx.$queryRaw<MountingAgent[]>`
      SELECT ag.id, ag.name, m.pinned_revision_id IS NOT NULL AS "isPinned" FROM mount m JOIN agent ag ON ag.id = m.agent_id
      WHERE m.asset_id = ${assetId}::uuid AND m.mode <> 'off' AND m.acl_id = ANY (${[...ctx.classes]}::uuid[])
        AND ag.acl_id = ANY (${[...ctx.classes]}::uuid[]) ORDER BY ag.name, ag.id`;
  }

  /** The revision that the agent's mount of the asset gives it; null when it gives nothing. */
  async receivedBy(ctx: TxContext, agent: AgentPrincipal, assetId: string): Promise<string | null> {
    const rows = await ctx.tx.$queryRaw<{ id: string | null }[]>`
      SELECT ${receivedRevision(Prisma.sql`${agent.ownerId}::uuid`, Prisma.sql`m.pinned_revision_id`)} AS id
      FROM asset a LEFT JOIN mount m ON m.asset_id = a.id AND m.agent_id = ${agent.agentId}::uuid AND m.acl_id = ANY (${[...ctx.classes]}::uuid[])
      WHERE a.id = ${assetId}::uuid AND ${readable(ctx)}`;
    return rows[0]?.id ?? null;
  }
}

export interface MountingAgent {
  readonly id: string;
  readonly name: string;
  /** It stays with a revision of its own choice when another one is published. */
  readonly isPinned: boolean;
}

function readable(ctx: TxContext): Prisma.Sql {
  const own = Prisma.sql`a.acl_id = ANY (${[...ctx.classes]}::uuid[])`;
  return ctx.mounted === null ? own : Prisma.sql`${own} AND a.id = ANY (${[...ctx.mounted]}::uuid[])`;
}

function conditionOf(ctx: TxContext, filter: AssetFilter): Prisma.Sql {
  const conditions = [readable(ctx)];
  if (filter.spaceId !== undefined) conditions.push(Prisma.sql`a.space_id = ${filter.spaceId}::uuid`);
  if (filter.kinds !== undefined) conditions.push(Prisma.sql`a.kind = ANY (${[...filter.kinds]}::text[])`);
  if (filter.statuses !== undefined)
    conditions.push(Prisma.sql`a.status = ANY (${[...filter.statuses]}::text[])`);
  if (filter.text !== undefined && filter.text !== '') {
    const pattern = `%${filter.text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
    conditions.push(Prisma.sql`(a.name ILIKE ${pattern} OR a.title ILIKE ${pattern})`);
  }
  return Prisma.join(conditions, ' AND ');
}
