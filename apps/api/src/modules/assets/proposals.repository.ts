import { Injectable } from '@nestjs/common';
import type { ProposalState } from '@memory-hub/contracts';
import type { OpenProposal } from '@memory-hub/permissions';
import { Prisma, type TxContext } from '../../infrastructure/prisma';
import type { Page, PageRequest } from '../../infrastructure/graphql';
import type { Proposal } from './domain/asset';

export interface ProposalFilter {
  readonly assetId?: string;
  readonly states?: readonly ProposalState[];
}

const COLUMNS = Prisma.sql`
  p.id, p.asset_id AS "assetId", p.space_id AS "spaceId", p.acl_id AS "aclId", c.tokens AS acl, p.number, p.title, p.message,
  p.state, p.visibility, p.tags, p.author_kind AS "authorKind", p.author_id AS "authorId", p.author_user_id AS "authorUserId",
  p.last_editor_id AS "lastEditorId", p.co_author_ids AS "coAuthorIds", p.base_revision_id AS "baseRevisionId",
  p.revision_id AS "revisionId", p.digest, p.created_at AS "createdAt", p.submitted_at AS "submittedAt", p.updated_at AS "updatedAt"`;
const SOURCE = Prisma.sql`proposal p JOIN access_class c ON c.id = p.acl_id`;

@Injectable()
export class ProposalsRepository {
  async find(ctx: TxContext, id: string): Promise<Proposal | null> {
    const rows = await ctx.tx.$queryRaw<
      Proposal[]
    >`SELECT ${COLUMNS} FROM ${SOURCE} WHERE p.id = ${id}::uuid AND ${readable(ctx)}`;
    return rows[0] ?? null;
  }

  async findMany(ctx: TxContext, ids: readonly string[]): Promise<Proposal[]> {
    if (ids.length === 0) return [];
    return ctx.tx.$queryRaw<
      Proposal[]
    >`SELECT ${COLUMNS} FROM ${SOURCE} WHERE p.id = ANY (${[...ids]}::uuid[]) AND ${readable(ctx)}`;
  }

  /** All proposals of an asset that is held, hidden ones too: for moving them along, never for showing them. */
  async ofHeldAsset(ctx: TxContext, assetId: string): Promise<HeldProposal[]> {
    return ctx.tx.$queryRaw<HeldProposal[]>`
      SELECT p.id, p.acl_id AS "aclId", p.state, p.author_user_id AS "authorId", p.co_author_ids AS "coAuthorIds", p.revision_id AS "revisionId", p.digest
      FROM proposal p WHERE p.asset_id = ${assetId}::uuid ORDER BY p.id`;
  }

  /** Newest first. */
  async list(ctx: TxContext, filter: ProposalFilter, page: PageRequest): Promise<Page<Proposal>> {
    const where = conditionOf(ctx, filter);
    const after = page.after === null ? Prisma.sql`true` : Prisma.sql`p.id < ${page.after}::uuid`;
    const rows = await ctx.tx.$queryRaw<Proposal[]>`
      SELECT ${COLUMNS} FROM ${SOURCE} WHERE ${where} AND ${after} ORDER BY p.id DESC LIMIT ${page.first + 1}`;
    return {
      rows: rows.slice(0, page.first),
      hasNextPage: rows.length > page.first,
      totalCount: await this.count(ctx, filter),
    };
  }

  async count(ctx: TxContext, filter: ProposalFilter): Promise<number> {
    const counted = await ctx.tx.$queryRaw<
      { n: bigint }[]
    >`SELECT count(*) AS n FROM ${SOURCE} WHERE ${conditionOf(ctx, filter)}`;
    return Number(counted[0]?.n ?? 0);
  }

  /** The proposal with which a revision was published; null when it never was. */
  async publishedWith(ctx: TxContext, revisionId: string): Promise<Proposal | null> {
    const rows = await ctx.tx.$queryRaw<Proposal[]>`
      SELECT ${COLUMNS} FROM ${SOURCE} WHERE p.revision_id = ${revisionId}::uuid AND p.state = 'published' AND ${readable(ctx)} LIMIT 1`;
    return rows[0] ?? null;
  }

  /** The class of a proposal on an asset that is held. */
  async classOf(ctx: TxContext, id: string): Promise<string | null> {
    const rows = await ctx.tx.$queryRaw<
      { aclId: string }[]
    >`SELECT acl_id AS "aclId" FROM proposal WHERE id = ${id}::uuid`;
    return rows[0]?.aclId ?? null;
  }

  /** The next number on an asset that is held. What has never been in review does not count, so that no gap tells of it. */
  async nextNumber(ctx: TxContext, assetId: string): Promise<number> {
    const rows = await ctx.tx.$queryRaw<
      { n: number | null }[]
    >`SELECT max(number) AS n FROM proposal WHERE asset_id = ${assetId}::uuid AND submitted_at IS NOT NULL`;
    return (rows[0]?.n ?? 0) + 1;
  }

  async insert(ctx: TxContext, proposal: Omit<Proposal, 'acl'>): Promise<void> {
    await ctx.tx.$executeRaw`
      INSERT INTO proposal (id, org_id, space_id, acl_id, asset_id, number, title, message, state, visibility, tags, author_kind, author_id,
        author_user_id, last_editor_id, co_author_ids, base_revision_id, revision_id, digest, created_at, submitted_at, updated_at)
      VALUES (${proposal.id}::uuid, ${ctx.orgId}::uuid, ${proposal.spaceId}::uuid, ${proposal.aclId}::uuid, ${proposal.assetId}::uuid,
        ${proposal.number}, ${proposal.title}, ${proposal.message}, ${proposal.state}, ${proposal.visibility}, ${[...proposal.tags]}::text[], ${proposal.authorKind},
        ${proposal.authorId}::uuid, ${proposal.authorUserId}::uuid, ${proposal.lastEditorId}::uuid, ${[...proposal.coAuthorIds]}::uuid[],
        ${proposal.baseRevisionId}::uuid, ${proposal.revisionId}::uuid, ${proposal.digest}, ${proposal.createdAt}, ${proposal.submittedAt}, ${proposal.updatedAt})`;
  }

  /** Everything but the class, which `reclass` moves. */
  async update(ctx: TxContext, proposal: Proposal): Promise<void> {
    await ctx.tx.$executeRaw`
      UPDATE proposal SET number = ${proposal.number}, title = ${proposal.title}, message = ${proposal.message}, state = ${proposal.state},
        visibility = ${proposal.visibility}, last_editor_id = ${proposal.lastEditorId}::uuid, base_revision_id = ${proposal.baseRevisionId}::uuid,
        revision_id = ${proposal.revisionId}::uuid, digest = ${proposal.digest}, submitted_at = ${proposal.submittedAt}, updated_at = ${ctx.now}
      WHERE id = ${proposal.id}::uuid`;
  }

  /** Moves a proposal and what was said about its newest words to one class, what was said about earlier ones to another. */
  async reclass(
    ctx: TxContext,
    { id, digest }: Pick<HeldProposal, 'id' | 'digest'>,
    to: { aclId: string; earlierAclId: string },
  ): Promise<void> {
    const target = Prisma.sql`CASE WHEN digest = ${digest} THEN ${to.aclId}::uuid ELSE ${to.earlierAclId}::uuid END`;
    await ctx.tx.$executeRaw`UPDATE review_decision SET acl_id = ${target} WHERE proposal_id = ${id}::uuid`;
    await ctx.tx.$executeRaw`UPDATE review_check SET acl_id = ${target} WHERE proposal_id = ${id}::uuid`;
    await ctx.tx
      .$executeRaw`UPDATE check_finding f SET acl_id = c.acl_id FROM review_check c WHERE c.id = f.check_id AND f.proposal_id = ${id}::uuid`;
    await ctx.tx.$executeRaw`UPDATE proposal SET acl_id = ${to.aclId}::uuid WHERE id = ${id}::uuid`;
  }
}

export interface HeldProposal extends OpenProposal {
  readonly id: string;
  readonly aclId: string;
  readonly revisionId: string;
  readonly digest: string;
}

function readable(ctx: TxContext): Prisma.Sql {
  const own = Prisma.sql`p.acl_id = ANY (${[...ctx.classes]}::uuid[])`;
  return ctx.mounted === null ? own : Prisma.sql`${own} AND p.asset_id = ANY (${[...ctx.mounted]}::uuid[])`;
}

function conditionOf(ctx: TxContext, filter: ProposalFilter): Prisma.Sql {
  const conditions = [readable(ctx)];
  if (filter.assetId !== undefined) conditions.push(Prisma.sql`p.asset_id = ${filter.assetId}::uuid`);
  if (filter.states !== undefined) conditions.push(Prisma.sql`p.state = ANY (${[...filter.states]}::text[])`);
  return Prisma.join(conditions, ' AND ');
}
