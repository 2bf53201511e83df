import type { PayloadOf } from '@memory-hub/contracts';
import type { RequestContext } from '../../../common';
import { HandlesTopic, type JobHandler, type JobResult } from '../../../infrastructure/queue';
import { Settling } from '../settling.service';

/** Renders the scenes and the persona of one memory from its live cards. */
@HandlesTopic('memory.render')
export class RenderJob implements JobHandler<'memory.render'> {
  constructor(private readonly settling: Settling) {}

  async run(ctx: RequestContext, memory: PayloadOf<'memory.render'>): Promise<JobResult> {
    return this.settling.render(ctx, memory);
  }
}
