import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@memory-hub/contracts';
import type { Actor, RequestContext } from '../../common';
import { AuditLog, SystemWork, type TxContext } from '../../infrastructure/prisma';
import { SECRET_KEY } from '../../infrastructure/settings';
import { Accounts, type AccountRow } from './accounts.system';
import { readEmail, readPassword } from './domain/account-input';
import { HostLinks } from './host-links.system';
import { HubAuthenticator } from './hub-authenticator';
import { Passwords } from './passwords';
import { PrincipalStore } from './principals.system';
import { SignInThrottle } from './sign-in-throttle';
import { Sessions } from './sessions.system';

/** Somebody who is signed in now: the value of their cookie, and what they may do. */
export interface SignedIn {
  readonly secret: string;
  readonly ctx: RequestContext;
}

export interface Newcomer {
  readonly userId: string;
  readonly orgId: string;
}

/** Signing in and out. */
@Injectable()
export class SignIn {
  constructor(
    private readonly work: SystemWork,
    private readonly accounts: Accounts,
    private readonly passwords: Passwords,
    private readonly throttle: SignInThrottle,
    private readonly sessions: Sessions,
    private readonly links: HostLinks,
    private readonly audit: AuditLog,
    private readonly authenticator: HubAuthenticator,
    private readonly store: PrincipalStore,
    @Inject(SECRET_KEY) private readonly secretKey: string,
  ) {}

  /**
   * Opens a session for whoever knows the password. All failures are one answer and cost the same.
   * @throws DomainError UNAUTHENTICATED, or RATE_LIMITED with the seconds to wait
   */
  async withPassword(
    ctx: RequestContext,
    input: { email: string; password: string; userAgent: string },
  ): Promise<SignedIn> {
    const email = readEmail(input.email);
    const takeBack = this.throttle.begin(email, ctx.address, ctx.now);
    const account = await this.work.write(ctx, (tx) => this.accounts.findByEmail(tx, email));
    const fits = await this.passwords.fits(input.password, account?.passwordHash ?? null);
    if (account === null || !fits || account.status !== 'active') {
      await this.recordDenial(ctx, email, account);
      throw new DomainError('UNAUTHENTICATED', 'Address or password is wrong.', {
        hint: 'Check both; after five failures there is a pause.',
      });
    }
    takeBack();
    return this.open(ctx, account, { userAgent: input.userAgent, how: 'password' });
  }

  /** Sets a new password with a link from the host, ends all sessions of that person and opens a new one. */
  async withResetLink(
    ctx: RequestContext,
    input: { token: string; password: string; userAgent: string },
  ): Promise<SignedIn> {
    const passwordHash = await this.passwords.hash(readPassword(input.password));
    const who = await this.work.write(ctx, async (tx) => {
      const { userId } = await this.links.use(tx, 'password', input.token);
      const orgId = await this.store.organisationId();
      if (userId === null || orgId === null)
        throw new DomainError('INTERNAL', 'A link to set a password names nobody.');
      await this.accounts.setPassword(tx, userId, passwordHash);
      await this.sessions.closeAllOf(tx, userId);
      return { userId, orgId };
    });
    return this.open(ctx, who, { userAgent: input.userAgent, how: 'reset_link' });
  }

  /** Opens a session for somebody whose identity is established. Joins the transaction of `ctx` when it has one. */
  async open(
    ctx: RequestContext,
    { userId, orgId }: Newcomer,
    { userAgent, how }: { userAgent: string; how: string },
  ): Promise<SignedIn> {
    const session = await this.work.write(ctx, async (tx) => {
      if (ctx.sessionId !== null) await this.sessions.close(tx, ctx.sessionId);
      const opened = await this.sessions.open(tx, { userId, orgId, userAgent });
      const actor: Actor = { kind: 'user', id: userId };
      await this.audit.record(
        { ...tx, orgId },
        { action: 'session.open', targetType: 'session', targetId: opened.id, details: { how }, actor },
      );
      return opened;
    });
    return { secret: session.secret, ctx: await this.authenticator.ofSession(session.id, ctx) };
  }

  async signOut(ctx: RequestContext): Promise<void> {
    const { sessionId } = ctx;
    if (sessionId === null) return;
    await this.work.write(ctx, async (tx) => {
      await this.sessions.close(tx, sessionId);
      await this.audit.record(tx, { action: 'session.close', targetType: 'session', targetId: sessionId });
    });
  }

  /** A denied sign-in is evidence. The address is not written down: it may be a password in the wrong field. */
  private async recordDenial(ctx: RequestContext, email: string, account: AccountRow | null): Promise<void> {
    const orgId = account?.orgId ?? (await this.store.organisationId());
    if (orgId === null) return;
    const mark = createHmac('sha256', this.secretKey).update(`denied ${email}`).digest('hex').slice(0, 16);
    await this.work.write({ ...ctx, orgId }, (tx: TxContext) =>
      this.audit.record(tx, {
        action: 'session.open',
        targetType: 'user',
        targetId: account?.userId ?? 'unknown',
        details: { account: mark },
        outcome: 'denied',
      }),
    );
  }
}
