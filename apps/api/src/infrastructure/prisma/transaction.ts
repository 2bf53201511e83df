import type { RequestContext } from '../../common';
import type { AppClient } from './clients';
import { isRetryable, mapDatabaseError } from './database-error';
import type { Prisma } from './generated/client';
import type { AfterCommitLog } from './tokens';

export type Tx = Prisma.TransactionClient;

/** A context that carries its transaction. Repositories take nothing else, so they cannot run outside one. */
export interface TxContext extends RequestContext {
  readonly tx: Tx;
  /** Readable classes; `AccessClasses` adds those that this transaction makes. */
  readonly classes: string[];
  readonly memoryClasses: string[];
  /** Runs after the commit, never when the transaction is rolled back. Failures are logged, not thrown. */
  afterCommit(effect: () => void | Promise<void>): void;
}

export interface TransactionSource {
  readonly client: AppClient;
  readonly log: AfterCommitLog;
  /** First statements of the transaction. */
  readonly open: (tx: Tx, ctx: RequestContext) => Promise<void>;
}

/** Classes made by earlier transactions of a request, whose context was resolved before them. */
const grown = new WeakMap<RequestContext, Pick<TxContext, 'classes' | 'memoryClasses'>>();

const ATTEMPTS = 4;

/**
 * Runs `work` in one transaction, or in the one that the context carries already. Deadlocks and serialisation
 * failures run it again, so it must not have effects outside the database before the commit.
 * @throws DomainError UNAVAILABLE when the database does not answer
 */
export async function runTransaction<T>(
  { client, log, open }: TransactionSource,
  ctx: RequestContext,
  work: (ctx: TxContext) => Promise<T>,
): Promise<T> {
  if (isTxContext(ctx)) return work(ctx);
  for (let attempt = 1; ; attempt += 1) {
    const effects: (() => void | Promise<void>)[] = [];
    try {
      const { classes, memoryClasses } = grown.get(ctx) ?? ctx;
      const own = { classes: [...classes], memoryClasses: [...memoryClasses] };
      const result = await client.$transaction(async (tx) => {
        await open(tx, { ...ctx, ...own });
        return work({ ...ctx, ...own, tx, afterCommit: (effect) => effects.push(effect) });
      });
      if (own.classes.length > classes.length) grown.set(ctx, own);
      await runEffects(effects, log);
      return result;
    } catch (error) {
      if (attempt < ATTEMPTS && isRetryable(error)) continue;
      throw mapDatabaseError(error);
    }
  }
}

async function runEffects(
  effects: readonly (() => void | Promise<void>)[],
  log: AfterCommitLog,
): Promise<void> {
  for (const effect of effects) {
    try {
      await effect();
    } catch (error) {
      log.error({ err: error }, 'an effect after a commit failed; the sweep will make up for it');
    }
  }
}

function isTxContext(ctx: RequestContext): ctx is TxContext {
  return 'tx' in ctx;
}
