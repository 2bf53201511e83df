import { randomBytes } from 'node:crypto';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { newId } from '@memory-hub/contracts';
import { SYSTEM_CLIENT, type SystemClient, type TxContext } from '../../infrastructure/prisma';
import { RootLogger } from '../../infrastructure/telemetry';
import { Batch } from './batch';
import { hashOfSecret } from './domain/key-text';
import { expiryOf } from './domain/session-lifetime';

/** A session whose last use was written down within this time is not written again. */
const TOUCH_EVERY_MS = 60_000;
const TOUCH_DELAY_MS = 2_000;
const USER_AGENT_CHARACTERS = 300;

export interface OpenedSession {
  readonly id: string;
  /** Value of the cookie; only its hash is stored. */
  readonly secret: string;
}

/** Opens, keeps and ends the sessions of browsers. */
@Injectable()
export class Sessions implements BeforeApplicationShutdown {
  private readonly touches: Batch<Date>;

  constructor(
    @Inject(SYSTEM_CLIENT) private readonly system: SystemClient,
    log: RootLogger,
  ) {
    this.touches = new Batch(
      (touches) => this.writeTouches(touches),
      (error) => log.warn({ err: error }, 'the last use of some sessions was not written down'),
    );
  }

  /** Opens a session in the system transaction of the sign-in. */
  async open(
    ctx: TxContext,
    who: { userId: string; orgId: string; userAgent: string },
  ): Promise<OpenedSession> {
    const id = newId();
    const secret = randomBytes(32).toString('base64url');
    await ctx.tx.$executeRaw`
      INSERT INTO session_token (id, org_id, user_id, hash, user_agent, created_at, last_seen_at, expires_at)
      VALUES (${id}::uuid, ${who.orgId}::uuid, ${who.userId}::uuid, ${hashOfSecret(secret)},
        ${who.userAgent.slice(0, USER_AGENT_CHARACTERS)}, ${ctx.now}, ${ctx.now}, ${expiryOf(ctx.now)})`;
    return { id, secret };
  }

  async close(ctx: TxContext, sessionId: string): Promise<void> {
    await ctx.tx.$executeRaw`DELETE FROM session_token WHERE id = ${sessionId}::uuid`;
  }

  /** Ends every session of a person: their password changed or they were suspended. */
  async closeAllOf(ctx: TxContext, userId: string): Promise<void> {
    await ctx.tx.$executeRaw`DELETE FROM session_token WHERE user_id = ${userId}::uuid`;
  }

  /** A request came with this session. */
  used({ sessionId, lastSeenAt }: { sessionId: string; lastSeenAt: Date }, now: Date): void {
    if (now.getTime() - lastSeenAt.getTime() >= TOUCH_EVERY_MS)
      this.touches.add(sessionId, now, TOUCH_DELAY_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.touches.flush();
  }

  private async writeTouches(touches: ReadonlyMap<string, Date>): Promise<void> {
    await this.system.$executeRaw`
      UPDATE session_token s SET last_seen_at = greatest(s.last_seen_at, used.at)
      FROM unnest(${[...touches.keys()]}::uuid[], ${[...touches.values()]}::timestamptz[]) AS used(id, at) WHERE s.id = used.id`;
  }
}
