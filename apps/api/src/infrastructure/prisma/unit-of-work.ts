import { Inject, Injectable } from '@nestjs/common';
import type { RequestContext } from '../../common';
import type { AppClient } from './clients';
import { Prisma } from './generated/client';
import { transactionSettings } from './settings-of';
import { AFTER_COMMIT_LOG, APP_CLIENT, type AfterCommitLog } from './tokens';
import { runTransaction, type Tx, type TxContext } from './transaction';

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

  private run<T>(ctx: RequestContext, work: (ctx: TxContext) => Promise<T>, readOnly: boolean): Promise<T> {
    const open = (tx: Tx, asking: RequestContext): Promise<void> => openTransaction(tx, asking, readOnly);
    return runTransaction({ client: this.client, log: this.log, open }, ctx, work);
  }
}

async function openTransaction(tx: Tx, ctx: RequestContext, readOnly: boolean): Promise<void> {
  const settings = transactionSettings(ctx).map(
    ([name, value]) => Prisma.sql`set_config(${name}, ${value}, true)`,
  );
  const mode = Prisma.sql`set_config('transaction_read_only', ${readOnly ? 'on' : 'off'}, true)`;
  await tx.$queryRaw`SELECT ${Prisma.join([...settings, mode])}`;
}
