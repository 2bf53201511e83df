import type { PayloadOf } from '@memory-hub/contracts';
import type { RequestContext } from '../../../common';
import { HandlesTopic, type JobFacts, type JobHandler, type JobResult } from '../../../infrastructure/queue';
import { Extraction } from '../extraction.service';

/** Works off the turns that wait in one session. */
@HandlesTopic('memory.extract')
export class ExtractJob implements JobHandler<'memory.extract'> {
  constructor(private readonly extraction: Extraction) {}

  async run(
    ctx: RequestContext,
    { conversationId, trigger }: PayloadOf<'memory.extract'>,
    { signal }: JobFacts,
  ): Promise<JobResult> {
    return { ...(await this.extraction.extract(ctx, { conversationId, trigger, signal })) };
  }
}
