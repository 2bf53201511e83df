import { Injectable } from '@nestjs/common';
import { ORG_ROLES, type OrgRole } from '@memory-hub/contracts';
import type { TxContext } from '../../infrastructure/prisma';
import type { Profile } from './domain/account-input';

export interface UserRow {
  readonly id: string;
  readonly orgId: string;
  readonly name: string;
  readonly email: string;
  readonly locale: string;
  readonly timeZone: string;
  readonly orgRoles: readonly OrgRole[];
}

@Injectable()
export class UsersRepository {
  async find(ctx: TxContext, id: string): Promise<UserRow | null> {
    const row = await ctx.tx.user.findFirst({ where: { id, orgId: ctx.orgId } });
    if (row === null) return null;
    const { orgId, name, email, locale, timeZone } = row;
    return {
      id,
      orgId,
      name,
      email,
      locale,
      timeZone,
      orgRoles: ORG_ROLES.filter((role) => row.orgRoles.includes(role)),
    };
  }

  async names(ctx: TxContext, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
    return ctx.tx.user.findMany({
      where: { id: { in: [...ids] }, orgId: ctx.orgId },
      select: { id: true, name: true },
    });
  }

  async agentNames(ctx: TxContext, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
    return ctx.tx.agent.findMany({
      where: { id: { in: [...ids] }, aclId: { in: [...ctx.classes] } },
      select: { id: true, name: true },
    });
  }

  /** The subject that stands for the person in memories goes by the same name. */
  async updateProfile(ctx: TxContext, id: string, profile: Partial<Profile>): Promise<void> {
    await ctx.tx.user.updateMany({ where: { id, orgId: ctx.orgId }, data: profile });
    if (profile.name === undefined) return;
    await ctx.tx.subject.updateMany({
      where: { userId: id, aclId: { in: [...ctx.classes] } },
      data: { label: profile.name },
    });
  }

  async organisation(ctx: TxContext): Promise<{ id: string; name: string } | null> {
    return ctx.tx.organisation.findFirst({ where: { id: ctx.orgId }, select: { id: true, name: true } });
  }
}
