import { Inject, Injectable } from '@nestjs/common';
import type { RequestContext } from '../../common';
import type { AppClient } from './clients';
import { AFTER_COMMIT_LOG, SYSTEM_CLIENT, type AfterCommitLog } from './tokens';
import { runTransaction, type TxContext } from './transaction';

/**
 * Transactions of the system role, for what happens before anybody is known: first run, sign-in, joining. Row-level
 * security lets everything through, so each statement names its rows. Only `*.system.ts` uses it.
 */
@Injectable()
export class SystemWork {
  constructor(
    @Inject(SYSTEM_CLIENT) private readonly client: AppClient,
    @Inject(AFTER_COMMIT_LOG) private readonly log: AfterCommitLog,
  ) {}

  async write<T>(ctx: RequestContext, work: (ctx: TxContext) => Promise<T>): Promise<T> {
    return runTransaction({ client: this.client, log: this.log, open: async () => undefined }, ctx, work);
  }
}
