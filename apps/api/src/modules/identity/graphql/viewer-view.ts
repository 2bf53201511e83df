import { Inject, Injectable } from '@nestjs/common';
import { encodeId } from '@memory-hub/contracts';
import { viewerCan } from '@memory-hub/permissions';
import type { RequestContext } from '../../../common';
import { csrfTokenOf } from '../../../infrastructure/graphql';
import { SECRET_KEY } from '../../../infrastructure/settings';
import { Users, type UserRow } from '../users.service';
import type { Organisation, User, Viewer } from './identity.types';

/** Shapes of the signed-in person for GraphQL. */
@Injectable()
export class ViewerView {
  constructor(
    private readonly users: Users,
    @Inject(SECRET_KEY) private readonly secretKey: string,
  ) {}

  /** The viewer; null for strangers, keys and background work. */
  async of(ctx: RequestContext): Promise<Viewer | null> {
    if (ctx.principal.kind !== 'user' || ctx.sessionId === null) return null;
    const user = userView(await this.users.self(ctx));
    return {
      user,
      organisation: await this.organisation(ctx),
      csrfToken: csrfTokenOf(this.secretKey, ctx.sessionId),
    };
  }

  async organisation(ctx: RequestContext): Promise<Organisation> {
    const { id, name } = await this.users.organisation(ctx);
    const { createSpace, invite, readAudit } = viewerCan(ctx.ability, 'Organisation', { orgId: id });
    return { id: encodeId('organisation', id), name, viewerCan: { createSpace, invite, readAudit } };
  }
}

export function userView({ id, name, email, locale, timeZone, orgRoles }: UserRow): User {
  return { id: encodeId('user', id), name, email, locale, timeZone, orgRoles };
}
