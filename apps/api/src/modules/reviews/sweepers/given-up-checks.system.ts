import { Inject, Injectable } from '@nestjs/common';
import { newId } from '@memory-hub/contracts';
import { mapDatabaseError, SYSTEM_CLIENT, type SystemClient } from '../../../infrastructure/prisma';
import { CHECK_NAMES } from '../../assets';

interface GivenUp {
  readonly proposalId: string;
  readonly name: string;
}

/** Finds checks whose work was given up, over all principals. */
@Injectable()
export class GivenUpChecks {
  constructor(@Inject(SYSTEM_CLIENT) private readonly system: SystemClient) {}

  /**
   * Says of checks that no work is on its way for any more that they could not finish. Work that was parked leaves
   * them as they were when its process ended: queued or running, and somebody waits.
   */
  async tell(): Promise<number> {
    const due = await this.guard(
      this.system.$queryRaw<GivenUp[]>`
        SELECT DISTINCT p.id AS "proposalId", n.name
        FROM outbox_event o JOIN proposal p ON p.id = o.key::uuid AND p.digest = o.payload ->> 'digest'
          CROSS JOIN unnest(${[...CHECK_NAMES]}::text[]) AS n(name)
          LEFT JOIN review_check c ON c.proposal_id = p.id AND c.digest = p.digest AND c.name = n.name
        WHERE o.topic = 'review.check' AND o.parked_at IS NOT NULL AND p.state IN ('in_review', 'approved')
          AND (c.id IS NULL OR c.state IN ('queued', 'running'))
          AND NOT EXISTS (SELECT FROM outbox_event l WHERE l.topic = o.topic AND l.key = o.key AND l.parked_at IS NULL)
        LIMIT 200`,
    );
    for (const check of due) await this.end(check);
    return due.length;
  }

  private async end({ proposalId, name }: GivenUp): Promise<void> {
    const reason = 'The check was given up after its last start. Run it again.';
    await this.guard(
      this.system.$executeRaw`
        INSERT INTO review_check (id, org_id, space_id, acl_id, asset_id, proposal_id, digest, name, state, error, finished_at)
        SELECT ${newId()}::uuid, p.org_id, p.space_id, p.acl_id, p.asset_id, p.id, p.digest, ${name}, 'errored', ${reason}, now()
        FROM proposal p WHERE p.id = ${proposalId}::uuid
        ON CONFLICT (proposal_id, digest, name) DO UPDATE SET state = 'errored', error = EXCLUDED.error, finished_at = now()
        WHERE review_check.state IN ('queued', 'running')`,
    );
  }

  private async guard<T>(query: PromiseLike<T>): Promise<T> {
    try {
      return await query;
    } catch (error) {
      throw mapDatabaseError(error);
    }
  }
}
