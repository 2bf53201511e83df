import { Injectable } from '@nestjs/common';
import { Prisma, type TxContext } from '../../infrastructure/prisma';
import type { Page, PageRequest } from '../../infrastructure/graphql';
import type { StoredTurn } from './domain/capture-plan';
import type { Turn } from './domain/turn';

export interface NewTurn extends Turn {
  readonly identity: string;
  /** SHA-256 of role, speaker and words, hexadecimal. */
  readonly contentHash: string;
  readonly toolCalls: unknown;
}

const COLUMNS = Prisma.sql`
  t.id, t.conversation_id AS "conversationId", t.seq, t.role, t.speaker, t.content, t.occurred_at AS "occurredAt", t.zone, t.recorded_at AS "recordedAt"`;

/** L0, word for word. */
@Injectable()
export class TurnsRepository {
  /** Those of the given identities that are stored. */
  async findIdentities(
    ctx: TxContext,
    conversationId: string,
    identities: readonly string[],
  ): Promise<Map<string, StoredTurn>> {
    if (identities.length === 0) return new Map();
    const rows = await ctx.tx.$queryRaw<(StoredTurn & { identity: string })[]>`
      SELECT t.id, t.seq, encode(t.content_hash, 'hex') AS hash, t.identity FROM turn t WHERE t.conversation_id = ${conversationId}::uuid AND t.identity = ANY (${[...identities]}::text[]) AND ${readable(ctx)}`;
    return new Map(rows.map(({ identity, ...turn }) => [identity, turn]));
  }

  /** Turns at the given positions, by position. */
  async at(
    ctx: TxContext,
    conversationId: string,
    positions: readonly number[],
  ): Promise<Map<number, StoredTurn>> {
    if (positions.length === 0) return new Map();
    const rows = await ctx.tx.$queryRaw<StoredTurn[]>`
      SELECT t.id, t.seq, encode(t.content_hash, 'hex') AS hash FROM turn t
      WHERE t.conversation_id = ${conversationId}::uuid AND t.seq = ANY (${[...positions]}::int[]) AND ${readable(ctx)}`;
    return new Map(rows.map((turn) => [turn.seq, turn]));
  }

  /** Content hashes of the first and the last turns, oldest first. */
  async edges(
    ctx: TxContext,
    conversationId: string,
    length: number,
  ): Promise<{ head: StoredTurn[]; tail: StoredTurn[] }> {
    const edge = (order: Prisma.Sql): Promise<StoredTurn[]> => ctx.tx.$queryRaw<StoredTurn[]>`
      SELECT t.id, t.seq, encode(t.content_hash, 'hex') AS hash FROM turn t WHERE t.conversation_id = ${conversationId}::uuid AND ${readable(ctx)} ORDER BY t.seq ${order} LIMIT ${length}`;
    const head = await edge(Prisma.sql`ASC`);
    const tail = await edge(Prisma.sql`DESC`);
    return { head, tail: tail.reverse() };
  }

  async insert(ctx: TxContext, turns: readonly NewTurn[], aclId: string): Promise<void> {
    const rows = turns.map((turn) => ({
      conversation_id: turn.conversationId, seq: turn.seq, id: turn.id, role: turn.role, speaker: turn.speaker, content: turn.content, identity: turn.identity,
      content_hash: turn.contentHash, tool_calls: turn.toolCalls ?? null, occurred_at: turn.occurredAt, zone: turn.zone, recorded_at: turn.recordedAt,
    })); // prettier-ignore
    await ctx.tx.$executeRaw`
      INSERT INTO turn (conversation_id, seq, id, org_id, acl_id, role, speaker, content, identity, content_hash, tool_calls, occurred_at, zone, recorded_at)
      SELECT conversation_id, seq, id, ${ctx.orgId}::uuid, ${aclId}::uuid, role, speaker, content, identity, decode(content_hash, 'hex'), tool_calls, occurred_at, zone, recorded_at
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(conversation_id uuid, seq int, id uuid, role text, speaker text, content text,
        identity text, content_hash text, tool_calls jsonb, occurred_at timestamptz, zone text, recorded_at timestamptz)`;
  }

  /** Turns of a range of positions, both ends included, in order. */
  async range(ctx: TxContext, conversationId: string, first: number, last: number): Promise<Turn[]> {
    return ctx.tx.$queryRaw<Turn[]>`
      SELECT ${COLUMNS} FROM turn t WHERE t.conversation_id = ${conversationId}::uuid AND t.seq BETWEEN ${first} AND ${last} AND ${readable(ctx)} ORDER BY t.seq`;
  }

  async find(ctx: TxContext, id: string): Promise<Turn | null> {
    const rows = await ctx.tx.$queryRaw<
      Turn[]
    >`SELECT ${COLUMNS} FROM turn t WHERE t.id = ${id}::uuid AND ${readable(ctx)}`;
    return rows[0] ?? null;
  }

  async findMany(
    ctx: TxContext,
    places: readonly { conversationId: string; seq: number }[],
  ): Promise<Turn[]> {
    if (places.length === 0) return [];
    return ctx.tx.$queryRaw<Turn[]>`
      SELECT ${COLUMNS} FROM unnest(${places.map((place) => place.conversationId)}::uuid[], ${places.map((place) => place.seq)}::int[]) AS p(conversation_id, seq)
      JOIN turn t ON t.conversation_id = p.conversation_id AND t.seq = p.seq WHERE ${readable(ctx)}`;
  }

  async list(ctx: TxContext, conversationId: string, page: PageRequest): Promise<Page<Turn>> {
    const after = page.after === null ? 0 : Number(page.after);
    const where = Prisma.sql`t.conversation_id = ${conversationId}::uuid AND ${readable(ctx)}`;
    const rows = await ctx.tx.$queryRaw<
      Turn[]
    >`SELECT ${COLUMNS} FROM turn t WHERE ${where} AND t.seq > ${after} ORDER BY t.seq LIMIT ${page.first + 1}`;
    const counted = await ctx.tx.$queryRaw<{ n: bigint }[]>`SELECT count(*) AS n FROM turn t WHERE ${where}`;
    return {
      rows: rows.slice(0, page.first),
      hasNextPage: rows.length > page.first,
      totalCount: Number(counted[0]?.n ?? 0),
    };
  }
}

function readable(ctx: TxContext): Prisma.Sql {
  return Prisma.sql`t.acl_id = ANY (${[...ctx.memoryClasses]}::uuid[])`;
}
