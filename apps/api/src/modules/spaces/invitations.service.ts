import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { newId, notFound, type SpaceRole } from '@memory-hub/contracts';
import { assertCan, classOfInvitation } from '@memory-hub/permissions';
import type { RequestContext } from '../../common';
import { AccessClasses, AuditLog, UnitOfWork } from '../../infrastructure/prisma';
import { hashOfSecret, readEmail } from '../identity';
import { InvitationsRepository, type Invitation } from './invitations.repository';
import { placeOf } from './space';
import { SpacesRepository } from './spaces.repository';

export type { Invitation } from './invitations.repository';

const LIFETIME_MS = 7 * 24 * 3_600_000;

/** Invitations to team spaces, by a link that works once. */
@Injectable()
export class Invitations {
  constructor(
    private readonly work: UnitOfWork,
    private readonly spaces: SpacesRepository,
    private readonly invitations: InvitationsRepository,
    private readonly classes: AccessClasses,
    private readonly audit: AuditLog,
  ) {}

  /** Open invitations to a space, as far as the caller may see them. */
  async open(ctx: RequestContext, spaceId: string): Promise<Invitation[]> {
    return this.work.read(ctx, (tx) => this.invitations.open(tx, spaceId));
  }

  async find(ctx: RequestContext, id: string): Promise<Invitation | null> {
    return this.work.read(ctx, (tx) => this.invitations.find(tx, id));
  }

  /** Makes a link. Its token is given this once; only the hash is stored. */
  async invite(
    ctx: RequestContext,
    input: { spaceId: string; role: SpaceRole; email: string | null },
  ): Promise<{ invitation: Invitation; token: string }> {
    return this.work.write(ctx, async (tx) => {
      const space = await this.spaces.find(tx, input.spaceId);
      if (space === null) throw notFound('space');
      const place = placeOf(space);
      const acl = classOfInvitation(place);
      assertCan(ctx.ability, 'create', 'Invitation', { ...place, acl });
      const token = randomBytes(32).toString('base64url');
      const invitation: Invitation = {
        id: newId(),
        spaceId: space.id,
        role: input.role,
        email: input.email === null || input.email.trim() === '' ? null : readEmail(input.email),
        createdBy: ctx.userId ?? '',
        expiresAt: new Date(ctx.now.getTime() + LIFETIME_MS),
      };
      const aclId = await this.classes.ensure(tx, acl);
      await this.invitations.insert(tx, {
        ...invitation,
        orgId: ctx.orgId,
        aclId,
        tokenHash: hashOfSecret(token),
      });
      const details = { role: input.role, addressed: invitation.email !== null };
      await this.audit.record(tx, {
        action: 'invitation.create',
        targetType: 'invitation',
        targetId: invitation.id,
        spaceId: space.id,
        details,
      });
      return { invitation, token };
    });
  }

  /** Takes an open invitation back and gives it as it was. */
  async revoke(ctx: RequestContext, id: string): Promise<Invitation> {
    return this.work.write(ctx, async (tx) => {
      const invitation = await this.invitations.find(tx, id);
      const space = invitation === null ? null : await this.spaces.find(tx, invitation.spaceId);
      if (invitation === null || space === null) throw notFound('invitation');
      const place = placeOf(space);
      assertCan(ctx.ability, 'revoke', 'Invitation', { ...place, acl: classOfInvitation(place) });
      await this.invitations.revoke(tx, id);
      await this.audit.record(tx, {
        action: 'invitation.revoke',
        targetType: 'invitation',
        targetId: id,
        spaceId: space.id,
      });
      return invitation;
    });
  }
}
