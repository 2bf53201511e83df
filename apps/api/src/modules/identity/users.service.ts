import { Injectable } from '@nestjs/common';
import { invalidInput, notFound } from '@memory-hub/contracts';
import { assertCan } from '@memory-hub/permissions';
import type { Actor, RequestContext } from '../../common';
import { AuditLog, UnitOfWork } from '../../infrastructure/prisma';
import { readLocale, readName, readTimeZone, type Profile } from './domain/account-input';
import { UsersRepository, type UserRow } from './users.repository';

export type { UserRow } from './users.repository';

export interface NameRef {
  readonly id: string;
  readonly name: string;
}

/** People of the organisation. */
@Injectable()
export class Users {
  constructor(
    private readonly work: UnitOfWork,
    private readonly users: UsersRepository,
    private readonly audit: AuditLog,
  ) {}

  /** Names by uuid. Somebody who is gone is not in the map. */
  async refs(ctx: RequestContext, ids: readonly string[]): Promise<ReadonlyMap<string, NameRef>> {
    if (ids.length === 0) return new Map();
    const rows = await this.work.read(ctx, (tx) => this.users.names(tx, [...new Set(ids)]));
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** Names of actors by uuid; agents whose row the viewer may not read are left out. */
  async actorRefs(ctx: RequestContext, actors: readonly Actor[]): Promise<ReadonlyMap<string, NameRef>> {
    const agentIds = actors.filter(({ kind }) => kind === 'agent').map(({ id }) => id);
    const userIds = actors.filter(({ kind }) => kind === 'user').map(({ id }) => id);
    return this.work.read(ctx, async (tx) => {
      const people = userIds.length === 0 ? [] : await this.users.names(tx, userIds);
      const agents = agentIds.length === 0 ? [] : await this.users.agentNames(tx, agentIds);
      return new Map([...people, ...agents].map((row) => [row.id, row]));
    });
  }

  /** The asking person. @throws DomainError NOT_FOUND for anybody else */
  async self(ctx: RequestContext): Promise<UserRow> {
    const id = ctx.principal.kind === 'user' ? ctx.principal.userId : null;
    const user = id === null ? null : await this.work.read(ctx, (tx) => this.users.find(tx, id));
    if (user === null) throw notFound('user');
    return user;
  }

  async organisation(ctx: RequestContext): Promise<NameRef> {
    const organisation = await this.work.read(ctx, (tx) => this.users.organisation(tx));
    if (organisation === null) throw notFound('organisation');
    return organisation;
  }

  /** Changes what the asking person says about themselves. */
  async updateProfile(
    ctx: RequestContext,
    change: { name?: string; locale?: string; timeZone?: string },
  ): Promise<UserRow> {
    return this.work.write(ctx, async (tx) => {
      const user = await this.self(tx);
      assertCan(ctx.ability, 'edit', 'User', { userId: user.id, orgId: user.orgId });
      const profile: Partial<Profile> = {
        ...(change.name === undefined ? {} : { name: readName(change.name, 'name') }),
        ...(change.locale === undefined ? {} : { locale: readLocale(change.locale) }),
        ...(change.timeZone === undefined ? {} : { timeZone: readTimeZone(change.timeZone) }),
      };
      const fields = Object.keys(profile).sort();
      if (fields.length === 0)
        throw invalidInput([], 'Nothing to change was given.', 'Give name, locale or timeZone.');
      await this.users.updateProfile(tx, user.id, profile);
      await this.audit.record(tx, {
        action: 'user.update',
        targetType: 'user',
        targetId: user.id,
        details: { fields: fields.join(',') },
      });
      return this.self(tx);
    });
  }
}
