import { Injectable } from '@nestjs/common';
import { DomainError, notFound, type SpaceRole } from '@memory-hub/contracts';
import { assertCan, classOfMembership, type MembershipFacts } from '@memory-hub/permissions';
import type { RequestContext } from '../../common';
import type { Page, PageRequest } from '../../infrastructure/graphql';
import { AuditLog, UnitOfWork, type TxContext } from '../../infrastructure/prisma';
import { InvitationsRepository } from './invitations.repository';
import { MembersRepository } from './members.repository';
import { Policies } from './policies.service';
import { placeOf, type Member, type Space } from './space';
import { SpacesRepository } from './spaces.repository';

interface Subject {
  readonly spaceId: string;
  readonly userId: string;
}

/** Who belongs to a space, and as what. */
@Injectable()
export class Members {
  constructor(
    private readonly work: UnitOfWork,
    private readonly spaces: SpacesRepository,
    private readonly members: MembersRepository,
    private readonly invitations: InvitationsRepository,
    private readonly policies: Policies,
    private readonly audit: AuditLog,
  ) {}

  async page(ctx: RequestContext, spaceId: string, request: PageRequest): Promise<Page<Member>> {
    return this.work.read(ctx, (tx) => this.members.page(tx, spaceId, request));
  }

  /** @throws DomainError LAST_ADMIN when nobody would administer the space any more */
  async changeRole(
    ctx: RequestContext,
    { spaceId, userId, role }: Subject & { role: SpaceRole },
  ): Promise<void> {
    await this.work.write(ctx, async (tx) => {
      const { space, member, facts } = await this.load(tx, { spaceId, userId });
      assertCan(
        ctx.ability,
        'changeRole',
        'Membership',
        role === 'admin' ? { ...facts, isLastAdmin: false } : facts,
      );
      if (member.role === role) return;
      await this.members.setRole(tx, { spaceId, userId, role });
      await this.policies.endReviewingAlone(tx, spaceId);
      const details = { user: userId, from: member.role, to: role };
      await this.audit.record(tx, {
        action: 'member.change_role',
        targetType: 'space',
        targetId: space.id,
        spaceId,
        details,
      });
      if (member.role === 'admin') await this.closeDoors(tx, { spaceId, userId });
    });
  }

  /** Takes somebody out of a team, or lets the caller leave it. */
  async remove(ctx: RequestContext, { spaceId, userId }: Subject): Promise<void> {
    const leaves = ctx.userId === userId && ctx.principal.kind === 'user';
    // Whoever leaves takes their own row away, which is otherwise an admin's right.
    const leaving: RequestContext = leaves ? { ...ctx, adminSpaces: [...ctx.adminSpaces, spaceId] } : ctx;
    await this.work.write(leaving, async (tx) => {
      const { space, member, facts } = await this.load(tx, { spaceId, userId });
      if (space.kind === 'personal')
        throw new DomainError('FORBIDDEN', 'A personal space has its owner and nobody else.');
      assertCan(ctx.ability, leaves ? 'leave' : 'remove', 'Membership', facts);
      await this.members.remove(tx, spaceId, userId);
      const details = { user: userId, role: member.role };
      await this.audit.record(tx, {
        action: leaves ? 'member.leave' : 'member.remove',
        targetType: 'space',
        targetId: space.id,
        spaceId,
        details,
      });
      await this.closeDoors(tx, { spaceId, userId });
    });
  }

  /** Whoever loses the right to invite must not come back, or up again, by a link that is still open. */
  private async closeDoors(tx: TxContext, { spaceId, userId }: Subject): Promise<void> {
    for (const id of await this.invitations.revokeOf(tx, { spaceId, userId }))
      await this.audit.record(tx, {
        action: 'invitation.revoke',
        targetType: 'invitation',
        targetId: id,
        spaceId,
        details: { because: 'member', user: userId },
      });
  }

  private async load(
    tx: TxContext,
    { spaceId, userId }: Subject,
  ): Promise<{ space: Space; member: Member; facts: MembershipFacts }> {
    const space = await this.spaces.find(tx, spaceId);
    if (space === null) throw notFound('space');
    const admins = await this.members.lockAdmins(tx, spaceId);
    const member = await this.members.find(tx, spaceId, userId);
    if (member === null) throw notFound('member');
    const place = placeOf(space);
    const isLastAdmin = admins.length === 1 && admins[0] === userId;
    return {
      space,
      member,
      facts: { ...place, acl: classOfMembership(place), userId, role: member.role, isLastAdmin },
    };
  }
}
