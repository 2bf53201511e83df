import { Injectable } from '@nestjs/common';
import { SPACE_ROLES, type SpaceRole } from '@memory-hub/contracts';
import type { TxContext } from '../../infrastructure/prisma';

export interface Invitation {
  readonly id: string;
  readonly spaceId: string;
  readonly role: SpaceRole;
  /** When set, the link is for whoever has this address. */
  readonly email: string | null;
  readonly createdBy: string;
  readonly expiresAt: Date;
}

@Injectable()
export class InvitationsRepository {
  async insert(
    ctx: TxContext,
    invitation: Invitation & { orgId: string; aclId: string; tokenHash: Buffer },
  ): Promise<void> {
    await ctx.tx.$executeRaw`
      INSERT INTO invitation (id, org_id, space_id, acl_id, role, email, token_hash, created_by, created_at, expires_at)
      VALUES (${invitation.id}::uuid, ${invitation.orgId}::uuid, ${invitation.spaceId}::uuid, ${invitation.aclId}::uuid,
        ${invitation.role}, ${invitation.email}, ${invitation.tokenHash}, ${invitation.createdBy}::uuid, ${ctx.now}, ${invitation.expiresAt})`;
  }

  /** Invitations that can still be accepted, newest first. */
  async open(ctx: TxContext, spaceId: string): Promise<Invitation[]> {
    const rows = await ctx.tx.invitation.findMany({
      where: { ...isOpen(ctx), spaceId, aclId: { in: [...ctx.classes] } },
      orderBy: { createdAt: 'desc' },
      take: 200,
    });
    return rows.map(invitationOf);
  }

  async find(ctx: TxContext, id: string): Promise<Invitation | null> {
    const row = await ctx.tx.invitation.findFirst({
      where: { ...isOpen(ctx), id, aclId: { in: [...ctx.classes] } },
    });
    return row === null ? null : invitationOf(row);
  }

  async revoke(ctx: TxContext, id: string): Promise<void> {
    await ctx.tx.invitation.updateMany({
      where: { id, aclId: { in: [...ctx.classes] } },
      data: { revokedAt: ctx.now },
    });
  }

  /** Takes back every open link into the space that this person made or that is addressed to them; gives the ids. */
  async revokeOf(
    ctx: TxContext,
    { spaceId, userId }: { spaceId: string; userId: string },
  ): Promise<string[]> {
    const rows = await ctx.tx.$queryRaw<{ id: string }[]>`
      UPDATE invitation SET revoked_at = ${ctx.now}
      WHERE space_id = ${spaceId}::uuid AND acl_id = ANY (${[...ctx.classes]}::uuid[])
        AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > ${ctx.now}
        AND (created_by = ${userId}::uuid OR email = (SELECT u.email FROM app_user u WHERE u.id = ${userId}::uuid))
      RETURNING id`;
    return rows.map(({ id }) => id);
  }
}

function isOpen({ now }: TxContext): { acceptedAt: null; revokedAt: null; expiresAt: { gt: Date } } {
  return { acceptedAt: null, revokedAt: null, expiresAt: { gt: now } };
}

function invitationOf(row: Omit<Invitation, 'role'> & { role: string }): Invitation {
  const role = SPACE_ROLES.find((known) => known === row.role);
  if (role === undefined) throw new Error(`an invitation has the unknown role ${row.role}`);
  const { id, spaceId, email, createdBy, expiresAt } = row;
  return { id, spaceId, role, email, createdBy, expiresAt };
}
