import { encodeId, type PayloadOf } from '@memory-hub/contracts';
import type { RequestContext } from '../../../common';
import { HandlesTopic, type JobHandler, type JobResult } from '../../../infrastructure/queue';
import { Settling } from '../settling.service';

/** Compares an added or corrected card with what is known. */
@HandlesTopic('memory.settle')
export class SettleJob implements JobHandler<'memory.settle'> {
  constructor(private readonly settling: Settling) {}

  async run(ctx: RequestContext, { cardId }: PayloadOf<'memory.settle'>): Promise<JobResult> {
    const { outcome, id } = await this.settling.settle(ctx, cardId);
    return { outcome, id: id === null ? null : encodeId('card', id) };
  }
}
