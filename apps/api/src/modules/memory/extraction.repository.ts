import { Injectable } from '@nestjs/common';
import { newId } from '@memory-hub/contracts';
import type { TxContext } from '../../infrastructure/prisma';

export interface RunRecord {
  readonly conversationId: string;
  readonly aclId: string;
  readonly rangeStart: number;
  readonly rangeEnd: number;
  readonly trigger: string;
  readonly extractor: string;
  readonly state: 'done' | 'failed';
  readonly cards: number;
  /** What was dropped and decided: ids and reasons, no content. */
  readonly log: Readonly<Record<string, unknown>>;
  readonly error: string | null;
}

/** The log of extraction runs. */
@Injectable()
export class ExtractionRepository {
  async record(ctx: TxContext, run: RunRecord): Promise<void> {
    await ctx.tx.$executeRaw`
      INSERT INTO extraction_run (id, org_id, acl_id, conversation_id, range_start, range_end, trigger, extractor, state, cards, log, error, started_at, finished_at)
      VALUES (${newId()}::uuid, ${ctx.orgId}::uuid, ${run.aclId}::uuid, ${run.conversationId}::uuid, ${run.rangeStart}, ${run.rangeEnd}, ${run.trigger},
        ${run.extractor}, ${run.state}, ${run.cards}, ${JSON.stringify(run.log)}::jsonb, ${run.error}, ${ctx.now}, now())`;
  }
}
