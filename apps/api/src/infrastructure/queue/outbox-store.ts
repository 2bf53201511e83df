import { Inject, Injectable } from '@nestjs/common';
import { MAX_STARTS, type Topic } from '@memory-hub/contracts';
import { mapDatabaseError, Prisma, SYSTEM_CLIENT, type SystemClient } from '../prisma';

export interface DueEvent {
  readonly id: string;
  readonly topic: Topic;
}

export interface StartedEvent extends DueEvent {
  readonly key: string;
  readonly payload: unknown;
  readonly taskId: string | null;
  readonly actorKind: 'user' | 'agent' | 'system';
  readonly actorId: string;
  readonly requestId: string;
  readonly starts: number;
  /** This event and the earlier ones of its topic and key; all are done when it is done. */
  readonly eventIds: readonly string[];
}

/** A job that was sent and not heard of for this long is sent again. */
const LEASE = Prisma.sql`interval '60 seconds'`;

/** Reads and moves outbox rows as the system role. */
@Injectable()
export class OutboxStore {
  constructor(@Inject(SYSTEM_CLIENT) private readonly system: SystemClient) {}

  /** Marks due events as sent and gives them; of each topic and key at most one is on its way. */
  async takeDue(limit: number): Promise<DueEvent[]> {
    return this.guard(
      this.system.$queryRaw<DueEvent[]>`
        WITH due AS (
          SELECT DISTINCT ON (o.topic, o.key) o.id FROM outbox_event o
          WHERE o.parked_at IS NULL AND o.due_at <= now() AND (o.sent_at IS NULL OR o.sent_at < now() - ${LEASE})
            AND NOT EXISTS (SELECT FROM outbox_event f WHERE f.topic = o.topic AND f.key = o.key AND f.id <> o.id
              AND f.parked_at IS NULL AND (f.sent_at > now() - ${LEASE} OR f.due_at > now()))
          ORDER BY o.topic, o.key, o.id LIMIT ${limit}
        ), locked AS (
          SELECT o.id FROM outbox_event o JOIN due ON due.id = o.id FOR UPDATE OF o SKIP LOCKED
        )
        UPDATE outbox_event o SET sent_at = now() FROM locked WHERE o.id = locked.id RETURNING o.id, o.topic`,
    );
  }

  /** Gives events back that could not be handed to the queue. */
  async giveBack(ids: readonly string[]): Promise<void> {
    await this.guard(
      this.system.$executeRaw`UPDATE outbox_event SET sent_at = NULL WHERE id = ANY (${[...ids]}::uuid[])`,
    );
  }

  /** Counts a start before the work, so that a job that kills its process is counted too. Null: done or parked. */
  async start(id: string): Promise<StartedEvent | null> {
    const rows = await this.guard(
      this.system.$queryRaw<Omit<StartedEvent, 'eventIds'>[]>`
        UPDATE outbox_event SET starts = starts + 1, sent_at = now() WHERE id = ${id}::uuid AND parked_at IS NULL
        RETURNING id, topic, key, payload, task_id AS "taskId", actor_kind AS "actorKind", actor_id AS "actorId",
          request_id AS "requestId", starts`,
    );
    const event = rows[0];
    if (event === undefined) return null;
    if (event.starts > MAX_STARTS) {
      await this.park(id, 'started too often without finishing');
      return null;
    }
    const siblings = await this.guard(
      this.system.$queryRaw<{ id: string; taskId: string | null }[]>`
        SELECT id, task_id AS "taskId" FROM outbox_event
        WHERE topic = ${event.topic} AND key = ${event.key} AND parked_at IS NULL`,
    );
    const eventIds = siblings.map((sibling) => sibling.id);
    await this.guard(
      this.system.$executeRaw`
        UPDATE task SET state = 'running', attempts = attempts + 1, started_at = coalesce(started_at, now())
        WHERE id IN (SELECT task_id FROM outbox_event WHERE id = ANY (${eventIds}::uuid[]))`,
    );
    return { ...event, eventIds };
  }

  /** Keeps the lease of a job that is still running. */
  async extend(id: string): Promise<void> {
    await this.guard(this.system.$executeRaw`UPDATE outbox_event SET sent_at = now() WHERE id = ${id}::uuid`);
  }

  async finish(event: StartedEvent, result: unknown): Promise<void> {
    await this.guard(
      this.system.$executeRaw`
        WITH done AS (DELETE FROM outbox_event WHERE id = ANY (${[...event.eventIds]}::uuid[]) RETURNING task_id)
        UPDATE task SET state = 'done', finished_at = now(), error = NULL, result = ${JSON.stringify(result ?? {})}::jsonb
        FROM done WHERE task.id = done.task_id`,
    );
  }

  /** Gives a failed event back for a later start, or parks it after the last one. */
  async fail(event: StartedEvent, error: string, delaySeconds: number): Promise<'again' | 'parked'> {
    if (event.starts >= MAX_STARTS) {
      await this.park(event.id, error);
      return 'parked';
    }
    await this.guard(
      this.system.$executeRaw`
        WITH failed AS (
          UPDATE outbox_event SET sent_at = NULL, last_error = ${error}, due_at = now() + make_interval(secs => ${delaySeconds})
          WHERE id = ${event.id}::uuid RETURNING task_id)
        UPDATE task SET state = 'queued', error = ${error} FROM failed WHERE task.id = failed.task_id`,
    );
    return 'again';
  }

  /** Puts an event that was interrupted by the end of the process back; such a start does not count. */
  async release(event: StartedEvent): Promise<void> {
    await this.guard(
      this.system.$executeRaw`
        UPDATE outbox_event SET sent_at = NULL, starts = greatest(starts - 1, 0), due_at = now() WHERE id = ${event.id}::uuid`,
    );
  }

  /** What waits and since when, for metrics and health. */
  async stats(): Promise<{ waiting: number; parked: number; oldestSeconds: number }> {
    const rows = await this.guard(
      this.system.$queryRaw<{ waiting: bigint; parked: bigint; oldest: number | null }[]>`
        SELECT count(*) FILTER (WHERE parked_at IS NULL) AS waiting, count(*) FILTER (WHERE parked_at IS NOT NULL) AS parked,
          extract(epoch FROM now() - min(created_at) FILTER (WHERE parked_at IS NULL))::float8 AS oldest FROM outbox_event`,
    );
    const row = rows[0];
    return {
      waiting: Number(row?.waiting ?? 0),
      parked: Number(row?.parked ?? 0),
      oldestSeconds: row?.oldest ?? 0,
    };
  }

  private async park(id: string, error: string): Promise<void> {
    await this.guard(
      this.system.$executeRaw`
        WITH parked AS (
          UPDATE outbox_event SET parked_at = now(), last_error = ${error} WHERE id = ${id}::uuid RETURNING task_id)
        UPDATE task SET state = 'parked', finished_at = now(), error = ${error} FROM parked WHERE task.id = parked.task_id`,
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
