import { Inject, Injectable } from '@nestjs/common';
import {
  mapDatabaseError,
  Prisma,
  SYSTEM_CLIENT,
  type SystemClient,
  type Tx,
} from '../../infrastructure/prisma';
import { faultOf, ORIGIN, sealAll, type Seal, type SealableEntry } from './domain/chain';

/** How far the chain is sealed, and whether it holds. */
export interface AuditVerdict {
  readonly holds: boolean;
  /** Number of the last seal that holds; 0 when nothing is sealed. */
  readonly sealedTo: number;
  readonly sealedAt: Date | null;
  /** Entries that wait for the next sealing. */
  readonly unsealed: number;
  /** What is wrong at the first seal that does not hold. */
  readonly fault: string | null;
}

const BATCH = 1_000;
/** Sealers of other processes wait for the one at work. */
const LOCK = Prisma.sql`pg_try_advisory_xact_lock(hashtextextended('memhub audit seal', 0))`;
const ENTRY = Prisma.sql`
  e.id::text, e.org_id::text AS "orgId", e.space_id::text AS "spaceId", e.actor_kind AS "actorKind", e.actor_id::text AS "actorId",
  e.key_id::text AS "keyId", e.address, e.action, e.target_type AS "targetType", e.target_id AS "targetId", e.details::text AS details,
  e.outcome, e.request_id AS "requestId",
  to_char(e.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "createdAt"`;

interface SealRow {
  readonly no: bigint;
  readonly entryId: string;
  readonly prevHash: Uint8Array;
  readonly hash: Uint8Array;
  readonly sealedAt: Date;
}

/**
 * Seals audit entries into a hash chain behind their writers, so that no writer waits for another, and verifies it.
 * Entries are sealed once every transaction that began before them has ended: none can appear between them later.
 */
@Injectable()
export class AuditTrail {
  constructor(@Inject(SYSTEM_CLIENT) private readonly system: SystemClient) {}

  /** Seals what is ready and gives how many entries that were. */
  async seal(signal?: AbortSignal): Promise<number> {
    for (let sealed = 0; ;) {
      const count = await this.guard(this.system.$transaction((tx) => this.sealBatch(tx)));
      sealed += count;
      if (count < BATCH || signal?.aborted === true) return sealed;
    }
  }

  /** Recomputes the whole chain. */
  async verify(signal?: AbortSignal): Promise<AuditVerdict> {
    let last: Pick<Seal, 'no' | 'hash'> = ORIGIN;
    let sealedAt: Date | null = null;
    for (;;) {
      const rows = await this.sealedAfter(last.no);
      for (const row of rows) {
        const seal = sealOf(row);
        const fault = faultOf(last, { seal, entry: row.id === null ? null : row });
        if (fault !== null)
          return { holds: false, sealedTo: last.no, sealedAt, unsealed: await this.unsealed(), fault };
        [last, sealedAt] = [seal, row.sealedAt];
      }
      if (rows.length < BATCH || signal?.aborted === true) break;
    }
    return { holds: true, sealedTo: last.no, sealedAt, unsealed: await this.unsealed(), fault: null };
  }

  private async sealBatch(tx: Tx): Promise<number> {
    const locked = await tx.$queryRaw<{ mine: boolean }[]>`SELECT ${LOCK} AS mine`;
    if (locked[0]?.mine !== true) return 0;
    const last = await tx.$queryRaw<{ no: bigint; hash: Uint8Array; xid: string | null; entryId: string }[]>`
      SELECT s.no, s.hash, e.written_xid::text AS xid, s.entry_id::text AS "entryId" FROM audit_seal s
      LEFT JOIN audit_entry e ON e.id = s.entry_id ORDER BY s.no DESC LIMIT 1`;
    const from = last[0];
    if (from?.xid === null)
      throw new Error(`the entry of seal ${from.no} is missing; nothing is sealed behind it`);
    const behind =
      from === undefined
        ? Prisma.empty
        : Prisma.sql`AND (e.written_xid, e.id) > (${from.xid}::xid8, ${from.entryId}::uuid)`;
    const entries = await tx.$queryRaw<SealableEntry[]>`
      SELECT ${ENTRY} FROM audit_entry e WHERE e.written_xid < pg_snapshot_xmin(pg_current_snapshot()) ${behind}
      ORDER BY e.written_xid, e.id LIMIT ${BATCH}`;
    const seals = sealAll(
      from === undefined ? ORIGIN : { no: Number(from.no), hash: Buffer.from(from.hash) },
      entries,
    );
    if (seals.length > 0) await insert(tx, seals);
    return seals.length;
  }

  private async sealedAfter(no: number): Promise<(SealRow & SealableEntry)[]> {
    return this.guard(this.system.$queryRaw<(SealRow & SealableEntry)[]>`
      SELECT s.no, s.entry_id::text AS "entryId", s.prev_hash AS "prevHash", s.hash, s.sealed_at AS "sealedAt", ${ENTRY}
      FROM audit_seal s LEFT JOIN audit_entry e ON e.id = s.entry_id WHERE s.no > ${no} ORDER BY s.no LIMIT ${BATCH}`);
  }

  private async unsealed(): Promise<number> {
    const rows = await this.guard(this.system.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM audit_entry e WHERE NOT EXISTS (SELECT FROM audit_seal s WHERE s.entry_id = e.id)`);
    return rows[0]?.count ?? 0;
  }

  private async guard<T>(query: PromiseLike<T>): Promise<T> {
    try {
      return await query;
    } catch (error) {
      throw mapDatabaseError(error);
    }
  }
}

async function insert(tx: Tx, seals: readonly Seal[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO audit_seal (no, entry_id, prev_hash, hash)
    SELECT * FROM unnest(${seals.map(({ no }) => no)}::bigint[], ${seals.map(({ entryId }) => entryId)}::uuid[],
      ${seals.map(({ prevHash }) => prevHash)}::bytea[], ${seals.map(({ hash }) => hash)}::bytea[])`;
}

function sealOf({ no, entryId, prevHash, hash }: SealRow): Seal {
  return { no: Number(no), entryId, prevHash: Buffer.from(prevHash), hash: Buffer.from(hash) };
}
