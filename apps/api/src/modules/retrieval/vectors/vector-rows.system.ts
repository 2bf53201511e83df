import { Inject, Injectable } from '@nestjs/common';
import { centre } from '@memory-hub/models';
import { dequantise, quantise } from '@memory-hub/retrieval';
import { mapDatabaseError, SYSTEM_CLIENT, type SystemClient } from '../../../infrastructure/prisma';
import { textToEmbed } from '../domain/text-to-embed';
import type { IndexedVector } from './vector-index';

export interface PendingChunk {
  readonly no: bigint;
  readonly rev: number;
  readonly title: string;
  readonly body: string;
  readonly priority: number;
}

type StoredVector = Omit<IndexedVector, 'vector'> & {
  readonly title: string;
  readonly body: string;
  readonly vector: Uint8Array;
};

/** Vectors of all principals, for the loading of the index and for the pump. Nothing here reaches a caller. */
@Injectable()
export class VectorRows {
  constructor(@Inject(SYSTEM_CLIENT) private readonly system: SystemClient) {}

  /** Vectors of a space with a key above `after`, in order; the page is empty at the end. */
  async page(vectorSpace: string, after: bigint, limit: number): Promise<IndexedVector[]> {
    return this.guard(
      this.system.$queryRaw<StoredVector[]>`
        SELECT c.no, v.vector, c.acl_id AS "aclId", c.kind, c.space_id AS "spaceId", c.asset_id AS "assetId",
          c.agent_id AS "agentId", c.subject_id AS "subjectId", c.conversation_id AS "conversationId", c.title, c.body
        FROM search_vector v JOIN search_chunk c ON c.no = v.chunk_no
        WHERE v.vector_space = ${vectorSpace} AND v.chunk_no > ${after} ORDER BY v.chunk_no LIMIT ${limit}`,
    ).then((rows) => rows.map(centred));
  }

  /** What other processes wrote and removed since `xid`, and the xid to ask with next time. */
  async changesSince(
    vectorSpace: string,
    xid: string,
  ): Promise<{ vectors: IndexedVector[]; gone: bigint[]; next: string }> {
    const [mark] = await this.guard(
      this.system.$queryRaw<{ next: string }[]>`SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS next`,
    );
    const rows = await this.guard(
      this.system.$queryRaw<StoredVector[]>`
        SELECT c.no, v.vector, c.acl_id AS "aclId", c.kind, c.space_id AS "spaceId", c.asset_id AS "assetId",
          c.agent_id AS "agentId", c.subject_id AS "subjectId", c.conversation_id AS "conversationId", c.title, c.body
        FROM search_vector v JOIN search_chunk c ON c.no = v.chunk_no
        WHERE v.vector_space = ${vectorSpace} AND v.written_xid >= ${xid}::xid8`,
    );
    const gone = await this.guard(
      this.system.$queryRaw<
        { no: bigint }[]
      >`SELECT chunk_no AS no FROM search_vector_gone WHERE written_xid >= ${xid}::xid8`,
    );
    return { vectors: rows.map(centred), gone: gone.map((row) => row.no), next: mark?.next ?? xid };
  }

  /** Takes waiting chunks for a minute, the most important first. */
  async claim(limit: number): Promise<PendingChunk[]> {
    return this.guard(
      this.system.$queryRaw<PendingChunk[]>`
        WITH next AS (
          SELECT no FROM search_chunk WHERE embed_state = 0 AND embed_after <= now()
          ORDER BY embed_priority, embed_after, no LIMIT ${limit} FOR UPDATE SKIP LOCKED
        )
        UPDATE search_chunk c SET embed_after = now() + interval '60 seconds' FROM next WHERE c.no = next.no
        RETURNING c.no, c.rev, c.title, c.body, c.embed_priority AS priority`,
    );
  }

  /** Stores a vector if its chunk is still the one that was embedded. Null: it has changed or is gone. */
  async store(vectorSpace: string, chunk: PendingChunk, raw: Float32Array): Promise<IndexedVector | null> {
    const rows = await this.guard(
      this.system.$queryRaw<StoredVector[]>`
        WITH current AS (
          UPDATE search_chunk SET embed_state = 1, embed_error = NULL WHERE no = ${chunk.no} AND rev = ${chunk.rev}
          RETURNING no, rev, acl_id, kind, space_id, asset_id, agent_id, subject_id, conversation_id, title, body
        ), stored AS (
          INSERT INTO search_vector (vector_space, chunk_no, acl_id, rev, vector)
          SELECT ${vectorSpace}, no, acl_id, rev, ${Buffer.from(quantise(raw))} FROM current
          ON CONFLICT (vector_space, chunk_no) DO UPDATE
            SET acl_id = excluded.acl_id, rev = excluded.rev, vector = excluded.vector, written_xid = pg_current_xact_id()
          RETURNING chunk_no, vector
        )
        SELECT c.no, s.vector, c.acl_id AS "aclId", c.kind, c.space_id AS "spaceId", c.asset_id AS "assetId",
          c.agent_id AS "agentId", c.subject_id AS "subjectId", c.conversation_id AS "conversationId", c.title, c.body
        FROM current c JOIN stored s ON s.chunk_no = c.no`,
    );
    const row = rows[0];
    return row === undefined ? null : centred(row);
  }

  /** Keeps a chunk waiting: found by keyword meanwhile, tried again later. */
  async postpone(numbers: readonly bigint[], seconds: number, error: string): Promise<void> {
    await this.guard(
      this.system.$executeRaw`
        UPDATE search_chunk SET embed_after = now() + make_interval(secs => ${seconds}), embed_error = ${error},
          embed_attempts = least(embed_attempts + 1, 32767)
        WHERE no = ANY (${numbers.map(String)}::bigint[])`,
    );
  }

  async pending(): Promise<number> {
    const rows = await this.guard(
      this.system.$queryRaw<{ n: bigint }[]>`SELECT count(*) AS n FROM search_chunk WHERE embed_state = 0`,
    );
    return Number(rows[0]?.n ?? 0);
  }

  /** Folds the deltas of each class into one row, and drops old notes about removed vectors. */
  async fold(): Promise<void> {
    await this.guard(
      this.system.$executeRaw`
        WITH crowded AS (
          SELECT acl_id FROM search_class_delta GROUP BY acl_id HAVING count(*) > 8 LIMIT 500
        ), taken AS (
          DELETE FROM search_class_delta d USING crowded WHERE d.acl_id = crowded.acl_id
          RETURNING d.acl_id, d.documents, d.total_length
        )
        INSERT INTO search_class_delta (acl_id, documents, total_length)
        SELECT acl_id, sum(documents), sum(total_length) FROM taken GROUP BY acl_id`,
    );
    await this.guard(
      this.system.$executeRaw`DELETE FROM search_vector_gone WHERE gone_at < now() - interval '1 hour'`,
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

function centred({ title, body, vector, ...row }: StoredVector): IndexedVector {
  return { ...row, vector: centre(dequantise(vector), textToEmbed({ title, body })) };
}
