import { createHash } from 'node:crypto';
import { setImmediate as afterOthers } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { wellFormed } from '@memory-hub/contracts';
import { documentTerms } from '@memory-hub/retrieval';
import { Prisma, type TxContext } from '../../infrastructure/prisma';
import type { IndexedItem, Piece } from './domain/indexed-item';
import { languageOf } from './domain/language';

export interface WrittenChunk {
  readonly no: bigint;
  readonly aclId: string;
}

/** Reading terms off a long text is work for this thread: others get their turn after this time. Milliseconds. */
const SLICE_MS = 12;
const ROWS_PER_STATEMENT = 200;

/** Rows of the index, written in the transaction of what they describe. */
@Injectable()
export class ChunkRepository {
  /**
   * Adds all pieces of the items with their postings, 200 pieces a statement.
   * Cost: one row per piece and one per distinct term of a piece.
   */
  async insert(ctx: TxContext, items: readonly IndexedItem[]): Promise<WrittenChunk[]> {
    const written: WrittenChunk[] = [];
    let rows: Record<string, unknown>[] = [];
    let since = performance.now();
    for (const item of items)
      for (const [ordinal, piece] of item.pieces.entries()) {
        rows.push(rowOf(ctx, item, { piece, ordinal }));
        if (rows.length === ROWS_PER_STATEMENT) {
          written.push(...(await this.insertRows(ctx, rows)));
          rows = [];
        } else if (performance.now() - since < SLICE_MS) continue;
        await afterOthers();
        since = performance.now();
      }
    if (rows.length > 0) written.push(...(await this.insertRows(ctx, rows)));
    return written;
  }

  private async insertRows(
    ctx: TxContext,
    rows: readonly Record<string, unknown>[],
  ): Promise<WrittenChunk[]> {
    return ctx.tx.$queryRaw<WrittenChunk[]>`
      WITH input AS (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(
          org_id uuid, space_id uuid, acl_id uuid, kind text, layer text, item_id uuid, ordinal int, asset_id uuid,
          agent_id uuid, subject_id uuid, conversation_id uuid, position int, path text, title text, body text, lang text,
          tags text[], category text, trust text, author_kind text, author_id uuid, content_hash text, terms bigint[],
          counts int[], length int, rev int, event_time timestamptz, recorded_at timestamptz, valid_to timestamptz,
          embed_priority smallint)
      ), written AS (
        INSERT INTO search_chunk (org_id, space_id, acl_id, kind, layer, item_id, ordinal, asset_id, agent_id, subject_id,
          conversation_id, position, path, title, body, lang, tags, category, trust, author_kind, author_id, content_hash,
          terms, counts, length, rev, event_time, recorded_at, valid_to, embed_priority)
        SELECT org_id, space_id, acl_id, kind, layer, item_id, ordinal, asset_id, agent_id, subject_id, conversation_id,
          position, path, title, body, lang, tags, category, trust, author_kind, author_id, decode(content_hash, 'hex'),
          terms, counts, length, rev, event_time, recorded_at, valid_to, embed_priority
        FROM input RETURNING no, acl_id, terms, counts, length
      ), postings AS (
        INSERT INTO search_posting (acl_id, term, chunk_no, tf)
        SELECT w.acl_id, t.term, w.no, least(t.count, 32767) FROM written w, unnest(w.terms, w.counts) AS t(term, count)
      ), counted AS (
        INSERT INTO search_class_delta (acl_id, documents, total_length)
        SELECT acl_id, count(*), sum(length) FROM written GROUP BY acl_id
      )
      SELECT no, acl_id AS "aclId" FROM written ORDER BY no`;
  }

  /** Waits for others that replace this item, until the end of the transaction. */
  async hold(ctx: TxContext, itemId: string): Promise<void> {
    await ctx.tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`chunks/${itemId}`}, 0))`;
  }

  /** Removes all pieces of the items from both legs. Gives the numbers of the removed chunks. */
  async remove(ctx: TxContext, itemIds: readonly string[]): Promise<bigint[]> {
    if (itemIds.length === 0) return [];
    return this.removeWhere(ctx, Prisma.sql`item_id = ANY (${[...itemIds]}::uuid[])`);
  }

  async removeAsset(ctx: TxContext, assetId: string): Promise<bigint[]> {
    return this.removeWhere(ctx, Prisma.sql`asset_id = ${assetId}::uuid`);
  }

  /** Changes what filters read, without touching text or vectors. */
  async update(
    ctx: TxContext,
    itemId: string,
    change: { validTo: Date | null; tags: readonly string[]; category: string | null },
  ): Promise<void> {
    await ctx.tx.$executeRaw`
      UPDATE search_chunk SET valid_to = ${change.validTo}, tags = ${[...change.tags]}::text[], category = ${change.category}
      WHERE item_id = ${itemId}::uuid`;
  }

  private async removeWhere(ctx: TxContext, condition: Prisma.Sql): Promise<bigint[]> {
    const rows = await ctx.tx.$queryRaw<{ no: bigint }[]>`
      WITH gone AS (
        DELETE FROM search_chunk WHERE ${condition} RETURNING no, acl_id, terms, length
      ), postings AS (
        DELETE FROM search_posting p USING gone, unnest(gone.terms) AS t(term)
        WHERE p.acl_id = gone.acl_id AND p.term = t.term AND p.chunk_no = gone.no
      ), vectors AS (
        DELETE FROM search_vector v USING gone WHERE v.chunk_no = gone.no
      ), counted AS (
        INSERT INTO search_class_delta (acl_id, documents, total_length)
        SELECT acl_id, -count(*), -sum(length) FROM gone GROUP BY acl_id
      ), told AS (
        INSERT INTO search_vector_gone (chunk_no) SELECT no FROM gone
      )
      SELECT no FROM gone`;
    return rows.map((row) => row.no);
  }
}

/** One half character from one writer must not keep all pieces of an item out of the index. */
function storable({ title, body, path }: Piece): Piece {
  const words = { title: wellFormed(title).text, body: wellFormed(body).text };
  return path === undefined ? words : { ...words, path: wellFormed(path).text };
}

function rowOf(
  ctx: TxContext,
  item: IndexedItem,
  { piece: given, ordinal }: { piece: Piece; ordinal: number },
): Record<string, unknown> {
  const piece = storable(given);
  const text = piece.title === '' ? piece.body : `${piece.title}\n${piece.body}`;
  const terms = documentTerms([text, piece.path ?? '', ...(item.tags ?? []), item.category ?? ''].join('\n'));
  return {
    org_id: ctx.orgId,
    space_id: item.spaceId,
    acl_id: item.aclId,
    kind: item.kind,
    layer: item.layer,
    item_id: item.itemId,
    ordinal,
    asset_id: item.assetId ?? null,
    agent_id: item.agentId ?? null,
    subject_id: item.subjectId ?? null,
    conversation_id: item.conversationId ?? null,
    position: item.position ?? null,
    path: piece.path ?? null,
    title: piece.title,
    body: piece.body,
    lang: languageOf(piece.body),
    tags: item.tags ?? [],
    category: item.category ?? null,
    trust: item.trust,
    author_kind: item.authorKind,
    author_id: item.authorId,
    content_hash: createHash('sha256').update(text).digest('hex'),
    terms: terms.hashes.map(String),
    counts: terms.counts,
    length: terms.length,
    rev: item.rev,
    event_time: item.eventTime ?? null,
    recorded_at: item.recordedAt,
    valid_to: item.validTo ?? null,
    embed_priority: item.embedPriority,
  };
}
