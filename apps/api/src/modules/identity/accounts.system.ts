import { Injectable } from '@nestjs/common';
import { invalidInput, newId, type OrgRole } from '@memory-hub/contracts';
import { classOfMemory } from '@memory-hub/permissions';
import { AccessClasses, isUniqueViolation, type TxContext } from '../../infrastructure/prisma';
import type { NewAccount } from './domain/account-input';

export interface AccountRow {
  readonly userId: string;
  readonly orgId: string;
  readonly passwordHash: string;
  readonly status: string;
}

export interface MadeAccount {
  readonly userId: string;
  readonly subjectId: string;
}

/** Makes and finds accounts, in the system transaction of a first run, a sign-in or a joining. */
@Injectable()
export class Accounts {
  constructor(private readonly classes: AccessClasses) {}

  /** A person with the subject that stands for them in memories. @throws DomainError VALIDATION_FAILED when the address is taken */
  async create(
    ctx: TxContext,
    account: Omit<NewAccount, 'password'> & {
      passwordHash: string;
      orgId: string;
      orgRoles: readonly OrgRole[];
    },
  ): Promise<MadeAccount> {
    const [userId, subjectId] = [newId(), newId()];
    await this.insertUser(ctx, userId, account);
    await ctx.tx.$executeRaw`
      INSERT INTO credential (user_id, password_hash, updated_at) VALUES (${userId}::uuid, ${account.passwordHash}, ${ctx.now})`;
    const aclId = await this.classes.ensure(ctx, classOfMemory({ subjectId, agentId: null }));
    await ctx.tx.$executeRaw`
      INSERT INTO subject (id, org_id, acl_id, user_id, agent_id, key, label)
      VALUES (${subjectId}::uuid, ${account.orgId}::uuid, ${aclId}::uuid, ${userId}::uuid, NULL, ${userId}, ${account.name})`;
    return { userId, subjectId };
  }

  async findByEmail(ctx: TxContext, email: string): Promise<AccountRow | null> {
    const rows = await ctx.tx.$queryRaw<AccountRow[]>`
      SELECT u.id AS "userId", u.org_id AS "orgId", c.password_hash AS "passwordHash", u.status
      FROM app_user u JOIN credential c ON c.user_id = u.id WHERE u.email = ${email}`;
    return rows[0] ?? null;
  }

  async setPassword(ctx: TxContext, userId: string, passwordHash: string): Promise<void> {
    await ctx.tx.$executeRaw`
      UPDATE credential SET password_hash = ${passwordHash}, updated_at = ${ctx.now} WHERE user_id = ${userId}::uuid`;
  }

  async emailOf(ctx: TxContext, userId: string): Promise<string | null> {
    const rows = await ctx.tx.$queryRaw<
      { email: string }[]
    >`SELECT email FROM app_user WHERE id = ${userId}::uuid`;
    return rows[0]?.email ?? null;
  }

  async anybodyExists(ctx: TxContext): Promise<boolean> {
    const rows = await ctx.tx.$queryRaw<
      { exists: boolean }[]
    >`SELECT EXISTS (SELECT FROM app_user) AS exists`;
    return rows[0]?.exists === true;
  }

  private async insertUser(
    ctx: TxContext,
    userId: string,
    account: Omit<NewAccount, 'password'> & { orgId: string; orgRoles: readonly OrgRole[] },
  ): Promise<void> {
    try {
      await ctx.tx.$executeRaw`
        INSERT INTO app_user (id, org_id, email, name, locale, time_zone, org_roles, status, created_at)
        VALUES (${userId}::uuid, ${account.orgId}::uuid, ${account.email}, ${account.name}, ${account.locale}, ${account.timeZone},
          ${[...account.orgRoles]}::text[], 'active', ${ctx.now})`;
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw invalidInput(
        ['email'],
        'There is an account with this address already.',
        'Sign in with it, then open the link again.',
      );
    }
  }
}
