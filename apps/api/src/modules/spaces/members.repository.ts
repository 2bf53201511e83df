import { Injectable } from '@nestjs/common';
import { SPACE_ROLES, type SpaceRole } from '@memory-hub/contracts';
import type { Page, PageRequest } from '../../infrastructure/graphql';
import { Prisma, type TxContext } from '../../infrastructure/prisma';
import type { Member } from './space';

interface MemberRow {
  readonly spaceId: string;
  readonly userId: string;
  readonly role: string;
  readonly joinedAt: Date;
}

@Injectable()
export class MembersRepository {
  async insert(ctx: TxContext, member: Member & { orgId: string; aclId: string }): Promise<void> {
    await ctx.tx.$executeRaw`
      INSERT INTO membership (space_id, user_id, org_id, acl_id, role, joined_at)
      VALUES (${member.spaceId}::uuid, ${member.userId}::uuid, ${member.orgId}::uuid, ${member.aclId}::uuid, ${member.role},
        ${member.joinedAt})`;
  }

  async find(ctx: TxContext, spaceId: string, userId: string): Promise<Member | null> {
    const row = await ctx.tx.membership.findFirst({
      where: { spaceId, userId, aclId: { in: [...ctx.classes] } },
    });
    return row === null ? null : memberOf(row);
  }

  /** Everybody in a space, first come first. The cursor is the time and id of the last one seen. */
  async page(ctx: TxContext, spaceId: string, { first, after }: PageRequest): Promise<Page<Member>> {
    const readable = Prisma.sql`space_id = ${spaceId}::uuid AND acl_id = ANY (${[...ctx.classes]}::uuid[])`;
    const [at, id] = after?.split(' ') ?? [];
    const behind =
      at === undefined || id === undefined
        ? Prisma.empty
        : Prisma.sql`AND (joined_at, user_id) > (${at}::timestamptz, ${id}::uuid)`;
    const rows = await ctx.tx.$queryRaw<MemberRow[]>`
      SELECT space_id AS "spaceId", user_id AS "userId", role, joined_at AS "joinedAt" FROM membership
      WHERE ${readable} ${behind} ORDER BY joined_at, user_id LIMIT ${first + 1}`;
    const counted = await ctx.tx.$queryRaw<
      { count: number }[]
    >`SELECT count(*)::int AS count FROM membership WHERE ${readable}`;
    return {
      rows: rows.slice(0, first).map(memberOf),
      hasNextPage: rows.length > first,
      totalCount: counted[0]?.count ?? 0,
    };
  }

  /** Admins of a space, locked: two of them cannot leave at the same moment. */
  async lockAdmins(ctx: TxContext, spaceId: string): Promise<string[]> {
    const rows = await ctx.tx.$queryRaw<{ userId: string }[]>`
      SELECT m.user_id AS "userId" FROM membership m WHERE m.space_id = ${spaceId}::uuid AND m.role = 'admin'
        AND m.acl_id = ANY (${[...ctx.classes]}::uuid[]) ORDER BY m.user_id FOR UPDATE`;
    return rows.map(({ userId }) => userId);
  }

  async setRole(
    ctx: TxContext,
    { spaceId, userId, role }: { spaceId: string; userId: string; role: SpaceRole },
  ): Promise<void> {
    await ctx.tx.membership.updateMany({
      where: { spaceId, userId, aclId: { in: [...ctx.classes] } },
      data: { role },
    });
  }

  async remove(ctx: TxContext, spaceId: string, userId: string): Promise<void> {
    await ctx.tx.membership.deleteMany({ where: { spaceId, userId, aclId: { in: [...ctx.classes] } } });
  }

  /** People of the space who may decide about proposals and can sign in. */
  async countReviewers(ctx: TxContext, spaceId: string): Promise<number> {
    const rows = await ctx.tx.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM membership m JOIN app_user u ON u.id = m.user_id AND u.status = 'active'
      WHERE m.space_id = ${spaceId}::uuid AND m.role IN ('reviewer', 'admin')`;
    return rows[0]?.count ?? 0;
  }
}

function memberOf({ spaceId, userId, role, joinedAt }: MemberRow): Member {
  const known = SPACE_ROLES.find((one) => one === role);
  if (known === undefined) throw new Error(`a member has the unknown role ${role}`);
  return { spaceId, userId, role: known, joinedAt };
}
