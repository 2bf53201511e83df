import { Inject, Injectable } from '@nestjs/common';
import type { RequestContext } from '../../common';
import { AFTER_COMMIT_LOG, APP_CLIENT, type AfterCommitLog } from './tokens';
import type { AppClient } from './clients';
import { isRetryable, mapDatabaseError } from './database-error';
import { Prisma } from './generated/client';
import { transactionSettings } from './settings-of';

export type Tx = Prisma.TransactionClient;

/** A context that carries its transaction. Repositories take nothing else, so they cannot run outside one. */
export interface TxContext extends RequestContext {
  readonly tx: Tx;
  /** Runs after the commit, never when the transaction is rolled back. Failures are logged, not thrown. */
  afterCommit(effect: () => void | Promise<void>): void;
}

const ATTEMPTS = 4;

/**
 * The only way to the database for a request. Each transaction starts with the settings that row-level
 * security reads, so a query that forgets its filter still sees nothing foreign.
 */
@Injectable()
export class UnitOfWork {
  constructor(
    @Inject(APP_CLIENT) private readonly client: AppClient,
    @Inject(AFTER_COMMIT_LOG) private readonly log: AfterCommitLog,
  ) {}

  /** Runs `work` in a read-only transaction. */
  async read<T>(ctx: RequestContext, work: (ctx: TxContext) => Promise<T>): Promise<T> {
    return this.run(ctx, work, true);
  }

  /**
   * Runs `work` in a transaction; deadlocks and serialisation failures run it again, so it must not have
   * effects outside the database before the commit.
   * @throws DomainError UNAVAILABLE when the database does not answer.
   */
  async write<T>(ctx: RequestContext, work: (ctx: TxContext) => Promise<T>): Promise<T> {
    return this.run(ctx, work, false);
  }

  private async run<T>(ctx: RequestContext, work: (ctx: TxContext) => Promise<T>, readOnly: boolean): Promise<T> {
    if (isTxContext(ctx)) return work(ctx);
    for (let attempt = 1; ; attempt += 1) {
      const effects: (() => void | Promise<void>)[] = [];
      try {
        const result = await this.client.$transaction(async (tx) => {
          await openTransaction(tx, ctx, readOnly);
          return work({ ...ctx, tx, afterCommit: (effect) => effects.push(effect) });
        });
        await this.runEffects(effects);
        return result;
      } catch (error) {
        if (attempt < ATTEMPTS && isRetryable(error)) continue;
        throw mapDatabaseError(error);
      }
    }
  }

  private async runEffects(effects: readonly (() => void | Promise<void>)[]): Promise<void> {
    for (const effect of effects) {
      try {
        await effect();
      } catch (error) {
        this.log.error({ err: error }, 'an effect after a commit failed; the sweep will make up for it');
      }
    }
  }
}

function isTxContext(ctx: RequestContext): ctx is TxContext {
  return 'tx' in ctx;
}

async function openTransaction(tx: Tx, ctx: RequestContext, readOnly: boolean): Promise<void> {
  const settings = transactionSettings(ctx).map(([name, value]) => Prisma.sql`set_config(${name}, ${value}, true)`);
  const mode = Prisma.sql`set_config('transaction_read_only', ${readOnly ? 'on' : 'off'}, true)`;
  await tx.$queryRaw`SELECT ${Prisma.join([...settings, mode])}`;
}
