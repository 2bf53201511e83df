import { Injectable } from '@nestjs/common';
import type { ProposalState } from '@memory-hub/contracts';
import { Prisma, type TxContext } from '../../infrastructure/prisma';
import type { Page, PageRequest } from '../../infrastructure/graphql';
import type { Proposal } from './domain/asset';

export interface ProposalFilter {
  readonly spaceId?: string;
  readonly assetId?: string;
  readonly states?: readonly ProposalState[];
  /** The person who answers for it. */
  readonly authorUserId?: string;
  /** Leaves out proposals whose words are this person's. */
  readonly notBy?: string;
  /** Only in spaces where this person may decide. */
  readonly reviewedIn?: readonly string[];
}

const COLUMNS = Prisma.sql`
  p.id, p.asset_id AS "assetId", p.space_id AS "spaceId", p.acl_id AS "aclId", c.tokens AS acl, p.number, p.title, p.message,
  p.state, p.visibility, p.author_kind AS "authorKind", p.author_id AS "authorId", p.author_user_id AS "authorUserId",
  p.last_editor_id AS "lastEditorId", p.co_author_ids AS "coAuthorIds", p.base_revision_id AS "baseRevisionId",
  p.revision_id AS "revisionId", p.digest, p.created_at AS "createdAt", p.submitted_at AS "submittedAt", p.updated_at AS "updatedAt"`;
const SOURCE = Prisma.sql`proposal p JOIN access_class c ON c.id = p.acl_id`;

@Injectable()
export class ProposalsRepository {
  async find(ctx: TxContext, id: string): Promise<Proposal | null> {
    const rows = await ctx.tx.$queryRaw<Proposal[]>`SELECT ${COLUMNS} FROM ${SOURCE} WHERE p.id = ${id}::uuid AND ${readable(ctx)}`;
    return rows[0] ?? null;
  }

  async findForUpdate(ctx: TxContext, id: string): Promise<Proposal | null> {
    await ctx.tx.$queryRaw`SELECT id FROM proposal WHERE id = ${id}::uuid AND acl_id = ANY (${[...ctx.classes]}::uuid[]) FOR UPDATE`;
    return this.find(ctx, id);
  }

  /** Newest first. */
  async list(ctx: TxContext, filter: ProposalFilter, page: PageRequest): Promise<Page<Proposal>> {
    const where = conditionOf(ctx, filter);
    const after = page.after === null ? Prisma.sql`true` : Prisma.sql`p.id < ${page.after}::uuid`;
    const rows = await ctx.tx.$queryRaw<Proposal[]>`
      SELECT ${COLUMNS} FROM ${SOURCE} WHERE ${where} AND ${after} ORDER BY p.id DESC LIMIT ${page.first + 1}`;
    return { rows: rows.slice(0, page.first), hasNextPage: rows.length > page.first, totalCount: await this.count(ctx, filter) };
  }

  async count(ctx: TxContext, filter: ProposalFilter): Promise<number> {
    const counted = await ctx.tx.$queryRaw<{ n: bigint }[]>`SELECT count(*) AS n FROM ${SOURCE} WHERE ${conditionOf(ctx, filter)}`;
    return Number(counted[0]?.n ?? 0);
  }

  /** Whether this revision was the result of a proposal that was published. */
  async wasPublished(ctx: TxContext, revisionId: string): Promise<boolean> {
    const rows = await ctx.tx.$queryRaw<{ found: boolean }[]>`
      SELECT true AS found FROM proposal p WHERE p.revision_id = ${revisionId}::uuid AND p.state = 'published' AND ${readable(ctx)} LIMIT 1`;
    return rows.length > 0;
  }

  async nextNumber(ctx: TxContext, assetId: string): Promise<number> {
    const rows = await ctx.tx.$queryRaw<{ n: number | null }[]>`SELECT max(number) AS n FROM proposal WHERE asset_id = ${assetId}::uuid`;
    return (rows[0]?.n ?? 0) + 1;
  }

  async insert(ctx: TxContext, proposal: Omit<Proposal, 'acl'>): Promise<void> {
    await ctx.tx.$executeRaw`
      INSERT INTO proposal (id, org_id, space_id, acl_id, asset_id, number, title, message, state, visibility, author_kind, author_id,
        author_user_id, last_editor_id, co_author_ids, base_revision_id, revision_id, digest, created_at, submitted_at, updated_at)
      VALUES (${proposal.id}::uuid, ${ctx.orgId}::uuid, ${proposal.spaceId}::uuid, ${proposal.aclId}::uuid, ${proposal.assetId}::uuid,
        ${proposal.number}, ${proposal.title}, ${proposal.message}, ${proposal.state}, ${proposal.visibility}, ${proposal.authorKind},
        ${proposal.authorId}::uuid, ${proposal.authorUserId}::uuid, ${proposal.lastEditorId}::uuid, ${[...proposal.coAuthorIds]}::uuid[],
        ${proposal.baseRevisionId}::uuid, ${proposal.revisionId}::uuid, ${proposal.digest}, ${proposal.createdAt}, ${proposal.submittedAt}, ${proposal.updatedAt})`;
  }

  async update(ctx: TxContext, proposal: Proposal): Promise<void> {
    await ctx.tx.$executeRaw`
      UPDATE proposal SET acl_id = ${proposal.aclId}::uuid, title = ${proposal.title}, message = ${proposal.message}, state = ${proposal.state},
        visibility = ${proposal.visibility}, last_editor_id = ${proposal.lastEditorId}::uuid, base_revision_id = ${proposal.baseRevisionId}::uuid,
        revision_id = ${proposal.revisionId}::uuid, digest = ${proposal.digest}, submitted_at = ${proposal.submittedAt}, updated_at = ${ctx.now}
      WHERE id = ${proposal.id}::uuid`;
  }

  /** Moves everything that belongs to a proposal to its class. */
  async reclassParts(ctx: TxContext, proposalId: string, aclId: string): Promise<void> {
    await ctx.tx.$executeRaw`UPDATE review_decision SET acl_id = ${aclId}::uuid WHERE proposal_id = ${proposalId}::uuid`;
    await ctx.tx.$executeRaw`UPDATE review_check SET acl_id = ${aclId}::uuid WHERE proposal_id = ${proposalId}::uuid`;
    await ctx.tx.$executeRaw`UPDATE check_finding SET acl_id = ${aclId}::uuid WHERE proposal_id = ${proposalId}::uuid`;
  }
}

function readable(ctx: TxContext): Prisma.Sql {
  const own = Prisma.sql`p.acl_id = ANY (${[...ctx.classes]}::uuid[])`;
  return ctx.mounted === null ? own : Prisma.sql`${own} AND p.asset_id = ANY (${[...ctx.mounted]}::uuid[])`;
}

function conditionOf(ctx: TxContext, filter: ProposalFilter): Prisma.Sql {
  const conditions = [readable(ctx)];
  if (filter.spaceId !== undefined) conditions.push(Prisma.sql`p.space_id = ${filter.spaceId}::uuid`);
  if (filter.assetId !== undefined) conditions.push(Prisma.sql`p.asset_id = ${filter.assetId}::uuid`);
  if (filter.states !== undefined) conditions.push(Prisma.sql`p.state = ANY (${[...filter.states]}::text[])`);
  if (filter.authorUserId !== undefined) conditions.push(Prisma.sql`p.author_user_id = ${filter.authorUserId}::uuid`);
  if (filter.notBy !== undefined)
    conditions.push(Prisma.sql`p.author_user_id <> ${filter.notBy}::uuid AND p.last_editor_id <> ${filter.notBy}::uuid AND NOT (${filter.notBy}::uuid = ANY (p.co_author_ids))`);
  if (filter.reviewedIn !== undefined) conditions.push(Prisma.sql`p.space_id = ANY (${[...filter.reviewedIn]}::uuid[])`);
  return Prisma.join(conditions, ' AND ');
}
