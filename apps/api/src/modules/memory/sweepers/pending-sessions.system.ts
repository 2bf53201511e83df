import { Inject, Injectable } from '@nestjs/common';
import { newId, TOPICS } from '@memory-hub/contracts';
import {
  mapDatabaseError,
  OutboxSignal,
  SYSTEM_CLIENT,
  type SystemClient,
} from '../../../infrastructure/prisma';

export interface PendingFigures {
  readonly turns: number;
  readonly sessions: number;
  readonly oldestSeconds: number;
  /** Why the last try of a session that waits failed; null when none has. */
  readonly lastError: string | null;
}

/** Finds sessions whose turns wait although nothing is on its way for them, over all principals. */
@Injectable()
export class PendingSessions {
  constructor(
    @Inject(SYSTEM_CLIENT) private readonly system: SystemClient,
    private readonly signal: OutboxSignal,
  ) {}

  /**
   * Owes extraction to sessions that are idle, ended, or whose last try failed long enough ago. A parked event is
   * looked at again after half an hour; the row of each session is tested again by the job itself.
   */
  async owe(idleSeconds: number): Promise<number> {
    const due = await this.guard(
      this.system.$queryRaw<{ id: string; orgId: string; agentId: string; aclId: string }[]>`
        SELECT v.id, v.org_id AS "orgId", v.agent_id AS "agentId", v.acl_id AS "aclId" FROM conversation v
        WHERE v.turn_count > v.extracted_seq AND (v.claim_expires_at IS NULL OR v.claim_expires_at < now())
          AND (v.next_attempt_at IS NULL OR v.next_attempt_at <= now())
          AND (v.failures > 0 OR v.claim_id IS NOT NULL OR v.ended_at IS NOT NULL OR v.last_turn_at < now() - make_interval(secs => ${idleSeconds}))
          AND NOT EXISTS (SELECT FROM outbox_event o WHERE o.topic = 'memory.extract' AND o.key = v.id::text
            AND (o.parked_at IS NULL OR o.parked_at > now() - interval '30 minutes'))
        ORDER BY v.last_turn_at LIMIT 200`,
    );
    for (const session of due) await this.add(session);
    if (due.length > 0) this.signal.wake();
    return due.length;
  }

  async figures(): Promise<PendingFigures> {
    const rows = await this.guard(
      this.system.$queryRaw<
        { turns: number; sessions: number; oldest: number | null; lastError: string | null }[]
      >`
        SELECT coalesce(sum(turn_count - extracted_seq), 0)::int AS turns, count(*)::int AS sessions,
          extract(epoch FROM now() - min(last_turn_at))::float8 AS oldest,
          (array_agg(last_error ORDER BY next_attempt_at DESC) FILTER (WHERE last_error IS NOT NULL))[1] AS "lastError" FROM conversation WHERE turn_count > extracted_seq`,
    );
    const row = rows[0];
    return {
      turns: row?.turns ?? 0,
      sessions: row?.sessions ?? 0,
      oldestSeconds: row?.oldest ?? 0,
      lastError: row?.lastError ?? null,
    };
  }

  /** Adds noted hits to the heat of their scenes. Text and digest of a scene stay as they are. */
  async foldHeat(): Promise<void> {
    await this.guard(
      this.system.$executeRaw`
        WITH taken AS (DELETE FROM scene_heat WHERE id IN (SELECT id FROM scene_heat ORDER BY id LIMIT 5000) RETURNING scene_id),
          summed AS (SELECT scene_id, count(*) AS hits FROM taken GROUP BY scene_id)
        UPDATE scene SET heat = heat + summed.hits FROM summed WHERE scene.id = summed.scene_id`,
    );
  }

  private async add(session: { id: string; orgId: string; agentId: string; aclId: string }): Promise<void> {
    const taskId = newId();
    const payload = TOPICS['memory.extract'].payload.parse({ conversationId: session.id, trigger: 'idle' });
    await this.guard(
      this.system.$executeRaw`
        WITH made AS (
          INSERT INTO task (id, org_id, acl_id, kind) VALUES (${taskId}::uuid, ${session.orgId}::uuid, ${session.aclId}::uuid, 'extraction') RETURNING id)
        INSERT INTO outbox_event (id, org_id, topic, key, payload, task_id, actor_kind, actor_id, request_id)
        SELECT ${newId()}::uuid, ${session.orgId}::uuid, 'memory.extract', ${session.id}, ${JSON.stringify(payload)}::jsonb, made.id, 'agent',
          ${session.agentId}::uuid, 'sweeper' FROM made`,
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
