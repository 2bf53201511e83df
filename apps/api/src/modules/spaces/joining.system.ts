import { Injectable } from '@nestjs/common';
import { DomainError, SPACE_ROLES, type SpaceRole } from '@memory-hub/contracts';
import { can, classOfInvitation, classOfMembership } from '@memory-hub/permissions';
import { Authenticator, type Actor, type RequestContext } from '../../common';
import { AccessClasses, AuditLog, SystemWork, type TxContext } from '../../infrastructure/prisma';
import {
  Accounts,
  hashOfSecret,
  Passwords,
  readAccount,
  SignIn,
  type AccountInput,
  type SignedIn,
} from '../identity';
import { MembersRepository } from './members.repository';
import { Policies } from './policies.service';
import { SpaceFounder } from './space-founder';

/** What a link says to whoever holds it. */
export interface InvitationPreview {
  readonly spaceName: string;
  readonly organisationName: string;
  readonly role: SpaceRole;
  readonly email: string | null;
  readonly invitedBy: string;
  readonly expiresAt: Date;
}

interface OpenInvitation extends Omit<InvitationPreview, 'role'> {
  readonly role: string;
  readonly spaceId: string;
  readonly orgId: string;
  readonly createdBy: string;
}

interface Accepted {
  readonly id: string;
  readonly orgId: string;
  readonly spaceId: string;
  readonly role: SpaceRole;
  readonly email: string | null;
}

/** Joining a team with a link: the link is the proof, nobody is known yet. */
@Injectable()
export class Joining {
  constructor(
    private readonly work: SystemWork,
    private readonly accounts: Accounts,
    private readonly passwords: Passwords,
    private readonly founder: SpaceFounder,
    private readonly members: MembersRepository,
    private readonly policies: Policies,
    private readonly classes: AccessClasses,
    private readonly audit: AuditLog,
    private readonly signIn: SignIn,
    private readonly authenticator: Authenticator,
  ) {}

  /** What the link invites to; null when it is used, taken back, expired, or nobody's who may still invite. */
  async preview(ctx: RequestContext, token: string): Promise<InvitationPreview | null> {
    const invitation = await this.openOf(ctx, token);
    if (invitation === null) return null;
    const { spaceName, organisationName, email, invitedBy, expiresAt } = invitation;
    return { spaceName, organisationName, role: roleOf(invitation.role), email, invitedBy, expiresAt };
  }

  /** A new person joins: account, personal space, membership, and a session. */
  async asNewcomer(
    ctx: RequestContext,
    token: string,
    input: AccountInput & { userAgent: string },
  ): Promise<SignedIn> {
    const account = readAccount(input);
    await this.assertOpen(ctx, token);
    const passwordHash = await this.passwords.hash(account.password);
    const who = await this.work.write(ctx, async (tx) => {
      const accepted = await this.accept(tx, token);
      assertAddressed(accepted, account.email);
      const { orgId } = accepted;
      const { userId } = await this.accounts.create(tx, { ...account, passwordHash, orgId, orgRoles: [] });
      await this.founder.found(tx, { orgId, name: account.name, founderId: userId, founding: 'personal' });
      await this.join(tx, accepted, userId);
      return { userId, orgId };
    });
    return this.signIn.open(ctx, who, { userAgent: input.userAgent, how: 'invitation' });
  }

  /** A signed-in person joins one more team. */
  async asMember(ctx: RequestContext, token: string): Promise<void> {
    const userId = ctx.userId;
    if (userId === null || ctx.principal.kind !== 'user')
      throw new DomainError('FORBIDDEN', 'Only people accept invitations.');
    await this.assertOpen(ctx, token);
    await this.work.write(ctx, async (tx) => {
      const accepted = await this.accept(tx, token);
      assertAddressed(accepted, await this.accounts.emailOf(tx, userId));
      await this.join(tx, accepted, userId);
    });
  }

  private async assertOpen(ctx: RequestContext, token: string): Promise<void> {
    if ((await this.openOf(ctx, token)) === null) throw linkUsed();
  }

  /**
   * The invitation behind a link, as long as its maker may invite today. Looked at before the link is used up: whoever
   * loses the right after this look takes the link along in the same transaction.
   */
  private async openOf(ctx: RequestContext, token: string): Promise<OpenInvitation | null> {
    const rows = await this.work.write(
      ctx,
      ({ tx, now }) => tx.$queryRaw<OpenInvitation[]>`
      SELECT s.name AS "spaceName", o.name AS "organisationName", i.role, i.email, u.name AS "invitedBy", i.expires_at AS "expiresAt",
        i.space_id AS "spaceId", i.org_id AS "orgId", i.created_by AS "createdBy"
      FROM invitation i JOIN space s ON s.id = i.space_id JOIN organisation o ON o.id = i.org_id JOIN app_user u ON u.id = i.created_by
      WHERE i.token_hash = ${hashOfSecret(token)} AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > ${now}`,
    );
    const invitation = rows[0];
    if (invitation === undefined) return null;
    const { spaceId, orgId, createdBy } = invitation;
    const maker = await this.authenticator.actAs({ kind: 'user', id: createdBy }, ctx.requestId);
    const place = { spaceId, spaceKind: 'team', spaceOwnerId: null, orgId } as const;
    const facts = { ...place, acl: classOfInvitation(place) };
    return maker !== null && can(maker.ability, 'create', 'Invitation', facts) ? invitation : null;
  }

  /** Uses the link up, or says that it cannot be used. Two who try at once wait for each other here. */
  private async accept(tx: TxContext, token: string): Promise<Accepted> {
    const rows = await tx.tx.$queryRaw<(Omit<Accepted, 'role'> & { role: string })[]>`
      UPDATE invitation SET accepted_at = ${tx.now}
      WHERE token_hash = ${hashOfSecret(token)} AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > ${tx.now}
      RETURNING id, org_id AS "orgId", space_id AS "spaceId", role, email`;
    const row = rows[0];
    if (row !== undefined) return { ...row, role: roleOf(row.role) };
    throw linkUsed();
  }

  private async join(tx: TxContext, { id, orgId, spaceId, role }: Accepted, userId: string): Promise<void> {
    const present = await tx.tx.$queryRaw<{ role: string }[]>`
      SELECT role FROM membership WHERE space_id = ${spaceId}::uuid AND user_id = ${userId}::uuid`;
    if (present.length > 0)
      throw new DomainError('CONFLICT', 'You belong to this space already.', {
        hint: 'The link is still good for somebody else.',
      });
    await tx.tx.$executeRaw`UPDATE invitation SET accepted_by = ${userId}::uuid WHERE id = ${id}::uuid`;
    const aclId = await this.classes.ensure(
      tx,
      classOfMembership({ spaceId, spaceKind: 'team', spaceOwnerId: null, orgId }),
    );
    await this.members.insert(tx, { spaceId, userId, role, joinedAt: tx.now, orgId, aclId });
    const actor: Actor = { kind: 'user', id: userId };
    const entry = {
      action: 'invitation.accept',
      targetType: 'invitation',
      targetId: id,
      spaceId,
      details: { role },
      actor,
    };
    await this.audit.record({ ...tx, orgId }, entry);
    await this.policies.endReviewingAlone({ ...tx, orgId }, spaceId);
  }
}

/** An addressed invitation is for one person, whoever else finds the link. */
function assertAddressed({ email }: Accepted, given: string | null): void {
  if (email === null || email === given) return;
  throw new DomainError('VALIDATION_FAILED', 'This invitation is for another address.', {
    hint: 'Use the address it was made for, or ask for a link without one.',
    path: ['email'],
  });
}

function linkUsed(): DomainError {
  return new DomainError('LINK_USED', 'This invitation was used already, was taken back, or has expired.', {
    hint: 'Ask for a new link.',
  });
}

function roleOf(text: string): SpaceRole {
  const role = SPACE_ROLES.find((known) => known === text);
  if (role === undefined) throw new Error(`an invitation has the unknown role ${text}`);
  return role;
}
