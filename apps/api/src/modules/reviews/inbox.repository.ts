import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../infrastructure/graphql';
import { Prisma, type TxContext } from '../../infrastructure/prisma';
import type { InboxView } from './domain/inbox-view';

export interface InboxQuery {
  readonly view: InboxView;
  readonly spaceId: string | null;
  readonly userId: string;
  /** Spaces where the person decides, and where they publish. */
  readonly reviewSpaces: readonly string[];
  readonly publishSpaces: readonly string[];
}

const SOURCE = Prisma.sql`proposal p JOIN asset a ON a.id = p.asset_id
  LEFT JOIN review_policy rp ON rp.space_id = p.space_id AND rp.kind = a.kind`;

/** Which proposals stand in whose inbox. */
@Injectable()
export class InboxRepository {
  /** Ids of proposals, newest first; the cursor is the id. */
  async page(ctx: TxContext, query: InboxQuery, { first, after }: PageRequest): Promise<Page<string>> {
    const where = conditionOf(ctx, query);
    const behind = after === null ? Prisma.sql`true` : Prisma.sql`p.id < ${after}::uuid`;
    const rows = await ctx.tx.$queryRaw<
      { id: string }[]
    >`SELECT p.id FROM ${SOURCE} WHERE ${where} AND ${behind} ORDER BY p.id DESC LIMIT ${first + 1}`;
    return {
      rows: rows.slice(0, first).map(({ id }) => id),
      hasNextPage: rows.length > first,
      totalCount: await this.count(ctx, query),
    };
  }

  async count(ctx: TxContext, query: InboxQuery): Promise<number> {
    const counted = await ctx.tx.$queryRaw<
      { n: bigint }[]
    >`SELECT count(*) AS n FROM ${SOURCE} WHERE ${conditionOf(ctx, query)}`;
    return Number(counted[0]?.n ?? 0);
  }
}

function conditionOf(ctx: TxContext, query: InboxQuery): Prisma.Sql {
  const readable = Prisma.sql`p.acl_id = ANY (${[...ctx.classes]}::uuid[])`;
  const inSpace = query.spaceId === null ? Prisma.sql`true` : Prisma.sql`p.space_id = ${query.spaceId}::uuid`;
  return Prisma.sql`${readable} AND ${inSpace} AND ${viewOf(query)}`;
}

function viewOf({ view, userId, reviewSpaces, publishSpaces }: InboxQuery): Prisma.Sql {
  const mine = Prisma.sql`(p.author_user_id = ${userId}::uuid OR p.last_editor_id = ${userId}::uuid OR ${userId}::uuid = ANY (p.co_author_ids))`;
  switch (view) {
    case 'mine':
      return mine;
    case 'all':
      return Prisma.sql`p.state IN ('draft', 'in_review', 'approved')`;
    case 'decided':
      return Prisma.sql`p.state IN ('published', 'withdrawn')`;
    case 'waiting_for_me':
      return Prisma.sql`a.status IN ('none', 'published', 'deprecated') AND (${toDecide(userId, mine, reviewSpaces)} OR ${toPublish(userId, publishSpaces)})`;
  }
}

/** In review, where the person reviews, not their own words unless the policy lets them, and not approved by them yet. */
function toDecide(userId: string, mine: Prisma.Sql, reviewSpaces: readonly string[]): Prisma.Sql {
  return Prisma.sql`(p.state = 'in_review' AND p.space_id = ANY (${[...reviewSpaces]}::uuid[]) AND (NOT ${mine} OR ${SELF_APPROVAL})
    AND (SELECT d.kind FROM review_decision d WHERE d.proposal_id = p.id AND d.user_id = ${userId}::uuid AND d.digest = p.digest
      AND d.policy_version = rp.version ORDER BY d.id DESC LIMIT 1) IS DISTINCT FROM 'approve')`;
}

/** Approved, and the person may publish it: as an admin, or as its owner when nobody new gets to read it. */
function toPublish(userId: string, publishSpaces: readonly string[]): Prisma.Sql {
  return Prisma.sql`(p.state = 'approved' AND (p.space_id = ANY (${[...publishSpaces]}::uuid[]) OR (a.owner_id = ${userId}::uuid
    AND (p.visibility = 'private' OR (a.status <> 'none' AND p.visibility = a.visibility)))))`;
}

const SELF_APPROVAL = Prisma.sql`(coalesce(rp.self_approval, false) OR (coalesce(rp.self_approval_until_second_reviewer, false)
  AND (SELECT count(*) FROM membership m JOIN app_user u ON u.id = m.user_id AND u.status = 'active'
    WHERE m.space_id = p.space_id AND m.role IN ('reviewer', 'admin')) < 2))`;
