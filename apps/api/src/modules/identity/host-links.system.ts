import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DomainError } from '@memory-hub/contracts';
import type { TxContext } from '../../infrastructure/prisma';
import { hashOfSecret } from './domain/key-text';

export type LinkPurpose = 'setup' | 'password';

const DAY_MS = 24 * 3_600_000;
/** The first run may be days after the first start; a way back in is for now. */
const LIFETIME_MS: Readonly<Record<LinkPurpose, number>> = { setup: 7 * DAY_MS, password: DAY_MS };

/** One-time links that are made on the host and printed there: the first run, and the way back in. */
@Injectable()
export class HostLinks {
  /** Makes a link and gives its token; only the hash of it is stored. */
  async make(ctx: TxContext, purpose: LinkPurpose, userId: string | null): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(ctx.now.getTime() + LIFETIME_MS[purpose]);
    await ctx.tx.$executeRaw`
      INSERT INTO host_link (hash, purpose, user_id, created_at, expires_at)
      VALUES (${hashOfSecret(token)}, ${purpose}, ${userId}::uuid, ${ctx.now}, ${expiresAt})`;
    return token;
  }

  /** Uses a link up and gives whom it is for. @throws DomainError LINK_USED when it is used, expired, or not one of ours */
  async use(ctx: TxContext, purpose: LinkPurpose, token: string): Promise<{ userId: string | null }> {
    const rows = await ctx.tx.$queryRaw<{ userId: string | null }[]>`
      UPDATE host_link SET used_at = ${ctx.now}
      WHERE hash = ${hashOfSecret(token)} AND purpose = ${purpose} AND used_at IS NULL AND expires_at > ${ctx.now}
      RETURNING user_id AS "userId"`;
    const link = rows[0];
    if (link !== undefined) return link;
    throw new DomainError('LINK_USED', 'This link was used already, or has expired.', {
      hint:
        purpose === 'setup'
          ? 'Restart the hub: it prints a new one while nobody is set up.'
          : 'Make a new one on the host: memhub admin reset-link.',
    });
  }

  /** Ends all links of a purpose: what they were for is done. */
  async endAll(ctx: TxContext, purpose: LinkPurpose): Promise<void> {
    await ctx.tx
      .$executeRaw`UPDATE host_link SET used_at = ${ctx.now} WHERE purpose = ${purpose} AND used_at IS NULL`;
  }
}
