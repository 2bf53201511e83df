import type { PayloadOf } from '@memory-hub/contracts';
import type { RequestContext } from '../../../common';
import { HandlesTopic, type JobHandler, type JobResult } from '../../../infrastructure/queue';
import { CheckRunner } from '../check-runner';

/** New words are in review: they are checked as they are now. */
@HandlesTopic('review.check')
export class ReviewCheckJob implements JobHandler<'review.check'> {
  constructor(private readonly runner: CheckRunner) {}

  async run(ctx: RequestContext, { proposalId }: PayloadOf<'review.check'>): Promise<JobResult> {
    return this.runner.run(ctx, proposalId);
  }
}
