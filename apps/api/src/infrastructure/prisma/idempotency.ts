import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DomainError, invalidInput, LIMITS } from '@memory-hub/contracts';
import { z } from 'zod';
import type { TxContext } from './transaction';

/** A caller's own mark on a write, so that sending it again does not repeat it. */
export interface Idempotency {
  readonly operation: string;
  readonly key: string;
  /** The input as it was understood; the same key with another body is refused. */
  readonly body: unknown;
}

/** Keeps the first answer of a marked write, across restarts and for twins that run at the same time. */
@Injectable()
export class IdempotencyKeys {
  /**
   * Runs `work` once per (principal, operation, key) and gives the first answer to every repetition.
   * @throws DomainError IDEMPOTENCY_CONFLICT when the key was used with another body.
   */
  async once<S extends z.ZodType>(
    ctx: TxContext,
    mark: Idempotency | null,
    answer: S,
    work: () => Promise<z.infer<S>>,
  ): Promise<z.infer<S>> {
    if (mark === null) return work();
    if (mark.key.length === 0 || mark.key.length > LIMITS.idempotencyKeyCharacters)
      throw invalidInput(
        ['idempotencyKey'],
        `The idempotency key must have 1 to ${LIMITS.idempotencyKeyCharacters} characters.`,
      );
    await lockKey(ctx, mark);
    const hash = createHash('sha256').update(canonical(mark.body)).digest();
    const rows = await ctx.tx.$queryRaw<{ body_hash: Uint8Array; response: unknown }[]>`
      SELECT body_hash, response FROM idempotency_key
      WHERE principal_id = ${ctx.principalId}::uuid AND operation = ${mark.operation} AND key = ${mark.key}`;
    const first = rows[0];
    if (first !== undefined) {
      if (hash.equals(first.body_hash)) return answer.parse(first.response);
      throw new DomainError('IDEMPOTENCY_CONFLICT', 'This idempotency key was used with another body.', {
        hint: 'Use a new key for a new write, or send the first body again.',
        path: ['idempotencyKey'],
      });
    }
    const result = await work();
    await ctx.tx.$executeRaw`
      INSERT INTO idempotency_key (principal_id, operation, key, org_id, body_hash, response, created_at)
      VALUES (${ctx.principalId}::uuid, ${mark.operation}, ${mark.key}, ${ctx.orgId}::uuid, ${hash},
        ${JSON.stringify(result)}::jsonb, ${ctx.now})`;
    return result;
  }
}

/** Twins wait for each other here; the lock goes with the transaction. */
async function lockKey(ctx: TxContext, mark: Idempotency): Promise<void> {
  await ctx.tx.$executeRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${`${ctx.principalId}/${mark.operation}/${mark.key}`}, 0))`;
}

/** JSON with sorted keys, so that the order of fields does not make another body. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part) && !(part instanceof Date)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
