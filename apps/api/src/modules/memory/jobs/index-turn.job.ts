import type { PayloadOf } from '@memory-hub/contracts';
import type { RequestContext } from '../../../common';
import { UnitOfWork } from '../../../infrastructure/prisma';
import { HandlesTopic, type JobHandler, type JobResult } from '../../../infrastructure/queue';
import { Settling } from '../settling.service';

/** Indexes what a capture left for later: the tail of a long turn, tool output. */
@HandlesTopic('memory.index_turn')
export class IndexTurnJob implements JobHandler<'memory.index_turn'> {
  constructor(
    private readonly settling: Settling,
    private readonly work: UnitOfWork,
  ) {}

  async run(ctx: RequestContext, place: PayloadOf<'memory.index_turn'>): Promise<JobResult> {
    return this.work.write(ctx, (tx) => this.settling.indexTurn(tx, place));
  }
}
