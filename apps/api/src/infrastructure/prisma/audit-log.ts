import { Injectable } from '@nestjs/common';
import { newId } from '@memory-hub/contracts';
import { actorOf, type Actor } from '../../common';
import type { TxContext } from './transaction';

export interface AuditRecord {
  /** `noun.verb`, e.g. `proposal.publish`. */
  readonly action: string;
  readonly targetType: string;
  readonly targetId: string;
  readonly spaceId?: string | null;
  /** Ids, digests, counts, names of fields. Never content, never a secret. */
  readonly details?: Readonly<Record<string, string | number | boolean | null>>;
  readonly outcome?: 'allowed' | 'denied';
  /** Who did it, when it is not the one who asked: somebody who was a stranger until this act. */
  readonly actor?: Actor;
}

/** Writes audit rows in the act's own transaction. A job seals them into a hash chain behind the writers. */
@Injectable()
export class AuditLog {
  async record(ctx: TxContext, entry: AuditRecord): Promise<void> {
    const actor = entry.actor ?? actorOf(ctx);
    await ctx.tx.$executeRaw`
      INSERT INTO audit_entry (id, org_id, space_id, actor_kind, actor_id, key_id, address, action, target_type,
        target_id, details, outcome, request_id, created_at)
      VALUES (${newId()}::uuid, ${ctx.orgId}::uuid, ${entry.spaceId ?? null}::uuid, ${actor.kind}, ${actor.id}::uuid,
        ${ctx.keyId}::uuid, ${ctx.address}, ${entry.action}, ${entry.targetType}, ${entry.targetId},
        ${JSON.stringify(entry.details ?? {})}::jsonb, ${entry.outcome ?? 'allowed'}, ${ctx.requestId}, ${ctx.now})`;
  }
}
