import { Inject, Injectable } from '@nestjs/common';
import {
  mapDatabaseError,
  OutboxSignal,
  SYSTEM_CLIENT,
  type SystemClient,
} from '../../../infrastructure/prisma';

/** Finds indexing that was given up, over all principals. */
@Injectable()
export class ParkedIndexing {
  constructor(
    @Inject(SYSTEM_CLIENT) private readonly system: SystemClient,
    private readonly signal: OutboxSignal,
  ) {}

  /**
   * Starts the indexing of assets anew half an hour after it was parked: what was published must be found, and nobody
   * else would ask for it again. Earlier events of the asset are done with the newest one.
   */
  async tryAgain(): Promise<number> {
    const started = await this.guard(
      this.system.$executeRaw`
        UPDATE outbox_event SET parked_at = NULL, sent_at = NULL, starts = 0, due_at = now()
        WHERE id IN (
          SELECT id FROM outbox_event WHERE topic = 'asset.index' AND parked_at < now() - interval '30 minutes'
          ORDER BY parked_at LIMIT 100 FOR UPDATE SKIP LOCKED)`,
    );
    if (started > 0) this.signal.wake();
    return started;
  }

  private async guard<T>(query: PromiseLike<T>): Promise<T> {
    try {
      return await query;
    } catch (error) {
      throw mapDatabaseError(error);
    }
  }
}
