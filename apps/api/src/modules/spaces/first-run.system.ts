import { Injectable } from '@nestjs/common';
import { DomainError, newId } from '@memory-hub/contracts';
import type { Actor, RequestContext } from '../../common';
import { AuditLog, SystemWork, type TxContext } from '../../infrastructure/prisma';
import {
  Accounts,
  HostLinks,
  Passwords,
  readAccount,
  readName,
  SignIn,
  type AccountInput,
  type NewAccount,
  type SignedIn,
} from '../identity';
import { SpaceFounder } from './space-founder';

export interface FirstRunInput extends AccountInput {
  readonly token: string;
  readonly organisationName: string;
  readonly teamName: string;
  readonly reviewAlone: boolean;
  readonly userAgent: string;
}

/** The first person comes with the link from the host: organisation, admin, personal space, first team. */
@Injectable()
export class FirstRun {
  constructor(
    private readonly work: SystemWork,
    private readonly accounts: Accounts,
    private readonly passwords: Passwords,
    private readonly links: HostLinks,
    private readonly founder: SpaceFounder,
    private readonly audit: AuditLog,
    private readonly signIn: SignIn,
  ) {}

  /** @throws DomainError LINK_USED when somebody was here before, or the link is not good */
  async claim(ctx: RequestContext, input: FirstRunInput): Promise<SignedIn> {
    const account = readAccount(input);
    const names = {
      organisation: readName(input.organisationName, 'organisationName'),
      team: readName(input.teamName, 'teamName'),
    };
    const passwordHash = await this.passwords.hash(account.password);
    const who = await this.work.write(ctx, async (tx) => {
      await this.assertFirst(tx, input.token);
      const orgId = newId();
      await tx.tx
        .$executeRaw`INSERT INTO organisation (id, name, created_at) VALUES (${orgId}::uuid, ${names.organisation}, ${tx.now})`;
      const userId = await this.settle(
        { ...tx, orgId },
        { ...account, passwordHash, teamName: names.team, reviewAlone: input.reviewAlone },
      );
      return { userId, orgId };
    });
    return this.signIn.open(ctx, who, { userAgent: input.userAgent, how: 'setup_link' });
  }

  /** Two who hold a link wait for each other here; the second finds somebody. */
  private async assertFirst(tx: TxContext, token: string): Promise<void> {
    await tx.tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('memhub first run', 0))`;
    await this.links.use(tx, 'setup', token);
    if (await this.accounts.anybodyExists(tx))
      throw new DomainError('LINK_USED', 'This hub is set up already.', {
        hint: 'Sign in, or ask its admin for an invitation.',
      });
    await this.links.endAll(tx, 'setup');
  }

  private async settle(
    tx: TxContext,
    {
      teamName,
      reviewAlone,
      ...account
    }: Omit<NewAccount, 'password'> & { passwordHash: string; teamName: string; reviewAlone: boolean },
  ): Promise<string> {
    const { orgId } = tx;
    const { userId } = await this.accounts.create(tx, { ...account, orgId, orgRoles: ['org_admin'] });
    await this.founder.found(tx, { orgId, name: account.name, founderId: userId, founding: 'personal' });
    const team = await this.founder.found(tx, {
      orgId,
      name: teamName,
      founderId: userId,
      founding: reviewAlone ? 'alone' : 'four_eyes',
    });
    const actor: Actor = { kind: 'user', id: userId };
    await this.audit.record(tx, {
      action: 'organisation.create',
      targetType: 'organisation',
      targetId: orgId,
      actor,
    });
    await this.audit.record(tx, {
      action: 'space.create',
      targetType: 'space',
      targetId: team.id,
      spaceId: team.id,
      details: { reviewAlone },
      actor,
    });
    return userId;
  }
}
