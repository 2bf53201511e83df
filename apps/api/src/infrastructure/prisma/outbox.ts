import { Injectable } from '@nestjs/common';
import { newId, TOPICS, type PayloadOf, type Topic } from '@memory-hub/contracts';
import { classOfTask } from '@memory-hub/permissions';
import { actorOf, type Actor } from '../../common';
import { AccessClasses } from './access-classes';
import { OutboxSignal } from './outbox-signal';
import type { TxContext } from './transaction';

export interface OutboxMessage<T extends Topic> {
  readonly topic: T;
  /** Events of one topic and key are worked off together and never at the same time. */
  readonly key: string;
  readonly payload: PayloadOf<T>;
  /** Tokens that may read the task row; without them the requester alone may. */
  readonly readers?: readonly string[];
}

/** Writes events in the transaction of the change they tell of. */
@Injectable()
export class Outbox {
  constructor(
    private readonly classes: AccessClasses,
    private readonly signal: OutboxSignal,
  ) {}

  /** Adds an event, and a task row when somebody may wait for it. Gives the uuid of the task. */
  async add<T extends Topic>(ctx: TxContext, message: OutboxMessage<T>): Promise<string | null> {
    const payload = TOPICS[message.topic].payload.parse(message.payload);
    const kind = TOPICS[message.topic].task;
    const actor = actorOf(ctx);
    const taskId = kind === null ? null : newId();
    if (kind !== null && taskId !== null) {
      const aclId = await this.classes.ensure(ctx, message.readers ?? ownTokens(actor));
      await ctx.tx.$executeRaw`
        INSERT INTO task (id, org_id, acl_id, kind, created_at)
        VALUES (${taskId}::uuid, ${ctx.orgId}::uuid, ${aclId}::uuid, ${kind}, ${ctx.now})`;
    }
    await ctx.tx.$executeRaw`
      INSERT INTO outbox_event (id, org_id, topic, key, payload, task_id, actor_kind, actor_id, request_id, created_at)
      VALUES (${newId()}::uuid, ${ctx.orgId}::uuid, ${message.topic}, ${message.key}, ${JSON.stringify(payload)}::jsonb,
        ${taskId}::uuid, ${actor.kind}, ${actor.id}::uuid, ${ctx.requestId}, ${ctx.now})`;
    ctx.afterCommit(() => this.signal.wake());
    return taskId;
  }
}

/** Whoever asked for the work may watch it. */
function ownTokens({ kind, id }: Actor): string[] {
  return classOfTask({ userId: kind === 'user' ? id : null, agentId: kind === 'agent' ? id : null });
}
