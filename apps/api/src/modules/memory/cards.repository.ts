import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { newId } from '@memory-hub/contracts';
import { factKey } from '@memory-hub/memory';
import { actorOf } from '../../common';
import { Prisma, type TxContext } from '../../infrastructure/prisma';
import type { Page, PageRequest } from '../../infrastructure/graphql';
import type { Card, CardChange, CardSource } from './domain/card';

export interface CardFilter {
  readonly agentId?: string;
  readonly category?: string;
  readonly includeHistory?: boolean;
}

export interface CardHistoryEntry {
  readonly at: Date;
  readonly action: string;
  readonly before: unknown;
  readonly reason: string | null;
  readonly actorKind: string;
  readonly actorId: string;
}

const COLUMNS = Prisma.sql`
  k.id, k.space_id AS "spaceId", k.acl_id AS "aclId", c.tokens AS acl, k.agent_id AS "agentId", ag.owner_id AS "agentOwnerId",
  k.subject_id AS "subjectId", k.content, k.kind, k.priority, coalesce(k.category, '') AS category, k.tags, k.metadata, k.entities, k.attribute,
  k.confidence, k.speaker, k.lang, k.trust, k.flags, k.origin, k.state, k.scene_id AS "sceneId", k.scene_title AS "sceneTitle",
  k.said_at AS "saidAt", k.event_time AS "eventTime", k.event_until AS "eventUntil", k.event_precision AS "eventPrecision",
  k.current_at AS "currentAt", k.valid_from AS "validFrom", k.valid_to AS "validTo", k.recorded_at AS "recordedAt",
  k.updated_at AS "updatedAt", k.rev, k.superseded_by AS "supersededBy", k.retired_because AS "retiredBecause", k.unarbitrated,
  k.conversation_id AS "conversationId", k.range_start AS "rangeStart", k.ordinal, k.extractor_version AS "extractorVersion"`;
const SOURCE = Prisma.sql`card k JOIN access_class c ON c.id = k.acl_id JOIN agent ag ON ag.id = k.agent_id`;

@Injectable()
export class CardsRepository {
  async find(ctx: TxContext, id: string): Promise<Card | null> {
    const rows = await this.findMany(ctx, [id]);
    return rows[0] ?? null;
  }

  async lock(ctx: TxContext, id: string): Promise<Card | null> {
    await ctx.tx
      .$queryRaw`SELECT id FROM card WHERE id = ${id}::uuid AND acl_id = ANY (${[...ctx.memoryClasses]}::uuid[]) FOR UPDATE`;
    return this.find(ctx, id);
  }

  async findMany(ctx: TxContext, ids: readonly string[]): Promise<Card[]> {
    if (ids.length === 0) return [];
    return ctx.tx.$queryRaw<
      Card[]
    >`SELECT ${COLUMNS} FROM ${SOURCE} WHERE k.id = ANY (${[...ids]}::uuid[]) AND ${readable(ctx)} ORDER BY k.id`;
  }

  /** Live cards of one memory, in the order they were made. */
  async liveOf(ctx: TxContext, memory: { agentId: string; subjectId: string }): Promise<Card[]> {
    return ctx.tx.$queryRaw<Card[]>`
      SELECT ${COLUMNS} FROM ${SOURCE} WHERE k.agent_id = ${memory.agentId}::uuid AND k.subject_id = ${memory.subjectId}::uuid
        AND k.state = 'live' AND ${readable(ctx)} ORDER BY k.id`;
  }

  async list(ctx: TxContext, filter: CardFilter, page: PageRequest): Promise<Page<Card>> {
    const conditions = [readable(ctx)];
    if (filter.agentId !== undefined) conditions.push(Prisma.sql`k.agent_id = ${filter.agentId}::uuid`);
    if (filter.category !== undefined) conditions.push(Prisma.sql`k.category = ${filter.category}`);
    if (filter.includeHistory !== true) conditions.push(Prisma.sql`k.state = 'live'`);
    const where = Prisma.join(conditions, ' AND ');
    const after = page.after === null ? Prisma.sql`true` : Prisma.sql`k.id < ${page.after}::uuid`;
    const rows = await ctx.tx.$queryRaw<
      Card[]
    >`SELECT ${COLUMNS} FROM ${SOURCE} WHERE ${where} AND ${after} ORDER BY k.id DESC LIMIT ${page.first + 1}`;
    const counted = await ctx.tx.$queryRaw<
      { n: bigint }[]
    >`SELECT count(*) AS n FROM ${SOURCE} WHERE ${where}`;
    return {
      rows: rows.slice(0, page.first),
      hasNextPage: rows.length > page.first,
      totalCount: Number(counted[0]?.n ?? 0),
    };
  }

  /** Adds a card. False when this place of this run has one already: the run is a repetition. */
  async insert(ctx: TxContext, card: Card): Promise<boolean> {
    const added = await ctx.tx.$executeRaw`
      INSERT INTO card (id, org_id, space_id, acl_id, agent_id, subject_id, content, kind, priority, category, tags, metadata, entities, attribute,
        confidence, speaker, lang, trust, flags, origin, state, scene_id, scene_title, said_at, event_time, event_until, event_precision,
        current_at, valid_from, valid_to, recorded_at, updated_at, rev, superseded_by, retired_because, unarbitrated, conversation_id, range_start,
        ordinal, extractor_version)
      VALUES (${card.id}::uuid, ${ctx.orgId}::uuid, ${card.spaceId}::uuid, ${card.aclId}::uuid, ${card.agentId}::uuid, ${card.subjectId}::uuid,
        ${card.content}, ${card.kind}, ${card.priority}, ${card.category}, ${[...card.tags]}::text[], ${JSON.stringify(card.metadata)}::jsonb,
        ${[...card.entities]}::text[], ${card.attribute === null ? null : JSON.stringify(card.attribute)}::jsonb, ${card.confidence}, ${card.speaker},
        ${card.lang}, ${card.trust}, ${[...card.flags]}::text[], ${card.origin}, ${card.state}, ${card.sceneId}::uuid, ${card.sceneTitle},
        ${card.saidAt}, ${card.eventTime}, ${card.eventUntil}, ${card.eventPrecision}, ${card.currentAt}, ${card.validFrom}, ${card.validTo},
        ${card.recordedAt}, ${card.updatedAt}, ${card.rev}, ${card.supersededBy}::uuid, ${card.retiredBecause}, ${card.unarbitrated},
        ${card.conversationId}::uuid, ${card.rangeStart}, ${card.ordinal}, ${card.extractorVersion})
      ON CONFLICT (conversation_id, range_start, extractor_version, ordinal) DO NOTHING`;
    return added === 1;
  }

  /** Stores what may change of a card and counts its revision up. */
  async update(ctx: TxContext, card: Card): Promise<void> {
    await ctx.tx.$executeRaw`
      UPDATE card SET content = ${card.content}, kind = ${card.kind}, priority = ${card.priority}, category = ${card.category},
        tags = ${[...card.tags]}::text[], metadata = ${JSON.stringify(card.metadata)}::jsonb, entities = ${[...card.entities]}::text[],
        attribute = ${card.attribute === null ? null : JSON.stringify(card.attribute)}::jsonb, flags = ${[...card.flags]}::text[],
        state = ${card.state}, event_time = ${card.eventTime}, event_until = ${card.eventUntil}, event_precision = ${card.eventPrecision},
        current_at = ${card.currentAt}, valid_from = ${card.validFrom}, valid_to = ${card.validTo}, superseded_by = ${card.supersededBy}::uuid,
        retired_because = ${card.retiredBecause}, unarbitrated = ${card.unarbitrated}, updated_at = ${ctx.now}, rev = ${card.rev}
      WHERE id = ${card.id}::uuid`;
  }

  async setScene(ctx: TxContext, cardIds: readonly string[], sceneId: string | null): Promise<void> {
    await ctx.tx
      .$executeRaw`UPDATE card SET scene_id = ${sceneId}::uuid WHERE id = ANY (${[...cardIds]}::uuid[]) AND scene_id IS DISTINCT FROM ${sceneId}::uuid`;
  }

  /** Removes the card with its sources and history. */
  async delete(ctx: TxContext, id: string): Promise<void> {
    await ctx.tx.$executeRaw`UPDATE card SET superseded_by = NULL WHERE superseded_by = ${id}::uuid`;
    await ctx.tx.$executeRaw`DELETE FROM card WHERE id = ${id}::uuid`;
  }

  async addSources(ctx: TxContext, aclId: string, sources: readonly CardSource[]): Promise<void> {
    for (const source of sources)
      await ctx.tx.$executeRaw`
        INSERT INTO card_source (card_id, conversation_id, seq, start_at, end_at, org_id, acl_id)
        VALUES (${source.cardId}::uuid, ${source.conversationId}::uuid, ${source.seq}, ${source.startAt}, ${source.endAt}, ${ctx.orgId}::uuid, ${aclId}::uuid)
        ON CONFLICT DO NOTHING`;
  }

  async sourcesOf(ctx: TxContext, cardIds: readonly string[]): Promise<CardSource[]> {
    if (cardIds.length === 0) return [];
    return ctx.tx.$queryRaw<CardSource[]>`
      SELECT s.card_id AS "cardId", s.conversation_id AS "conversationId", s.seq, s.start_at AS "startAt", s.end_at AS "endAt"
      FROM card_source s WHERE s.card_id = ANY (${[...cardIds]}::uuid[]) AND s.acl_id = ANY (${[...ctx.memoryClasses]}::uuid[])
      ORDER BY s.card_id, s.conversation_id, s.seq, s.start_at`;
  }

  /** Cards that rest on a turn. */
  async onTurn(ctx: TxContext, place: { conversationId: string; seq: number }): Promise<string[]> {
    const rows = await ctx.tx.$queryRaw<{ id: string }[]>`
      SELECT DISTINCT s.card_id AS id FROM card_source s WHERE s.conversation_id = ${place.conversationId}::uuid AND s.seq = ${place.seq}
        AND s.acl_id = ANY (${[...ctx.memoryClasses]}::uuid[])`;
    return rows.map((row) => row.id);
  }

  /** Cards that rest on a turn after the given place of a session. */
  async restingOn(ctx: TxContext, place: { conversationId: string; after: number }): Promise<string[]> {
    const rows = await ctx.tx.$queryRaw<{ id: string }[]>`
      SELECT DISTINCT s.card_id AS id FROM card_source s WHERE s.conversation_id = ${place.conversationId}::uuid AND s.seq > ${place.after}
        AND s.acl_id = ANY (${[...ctx.memoryClasses]}::uuid[])`;
    return rows.map((row) => row.id);
  }

  /** Scenes of the given cards, each once. */
  async scenesOf(ctx: TxContext, cardIds: readonly string[]): Promise<{ id: string; aclId: string }[]> {
    return ctx.tx.$queryRaw<{ id: string; aclId: string }[]>`
      SELECT DISTINCT k.scene_id AS id, k.acl_id AS "aclId" FROM card k
      WHERE k.id = ANY (${[...cardIds]}::uuid[]) AND k.scene_id IS NOT NULL AND ${readable(ctx)}`;
  }

  /** Cards that this one replaced. */
  async replacedBy(ctx: TxContext, id: string): Promise<string[]> {
    const rows = await ctx.tx.$queryRaw<
      { id: string }[]
    >`SELECT k.id FROM card k WHERE k.superseded_by = ${id}::uuid AND ${readable(ctx)} ORDER BY k.id`;
    return rows.map((row) => row.id);
  }

  async addHistory(ctx: TxContext, card: Card, change: CardChange): Promise<void> {
    const actor = actorOf(ctx);
    await ctx.tx.$executeRaw`
      INSERT INTO card_history (id, org_id, acl_id, card_id, action, before, reason, actor_kind, actor_id, created_at)
      VALUES (${newId()}::uuid, ${ctx.orgId}::uuid, ${card.aclId}::uuid, ${card.id}::uuid, ${change.action}, ${JSON.stringify(change.before)}::jsonb,
        ${change.reason}, ${actor.kind}, ${actor.id}::uuid, ${ctx.now})`;
  }

  async historyOf(ctx: TxContext, cardId: string): Promise<CardHistoryEntry[]> {
    return ctx.tx.$queryRaw<CardHistoryEntry[]>`
      SELECT h.created_at AS at, h.action, h.before, h.reason, h.actor_kind AS "actorKind", h.actor_id AS "actorId" FROM card_history h
      WHERE h.card_id = ${cardId}::uuid AND h.acl_id = ANY (${[...ctx.memoryClasses]}::uuid[]) ORDER BY h.id`;
  }

  async addTombstone(ctx: TxContext, card: Card): Promise<void> {
    await ctx.tx.$executeRaw`
      INSERT INTO tombstone (id, org_id, acl_id, agent_id, subject_id, text_hash, deleted_by, created_at)
      VALUES (${newId()}::uuid, ${ctx.orgId}::uuid, ${card.aclId}::uuid, ${card.agentId}::uuid, ${card.subjectId}::uuid, ${textHash(card.content)},
        ${actorOf(ctx).id}::uuid, ${ctx.now})
      ON CONFLICT (acl_id, text_hash) DO NOTHING`;
  }

  /** Those of the texts that a person has deleted from this memory. */
  async deletedTexts(ctx: TxContext, aclId: string, texts: readonly string[]): Promise<Set<string>> {
    if (texts.length === 0) return new Set();
    const byHash = new Map(texts.map((text) => [textHash(text).toString('hex'), text]));
    const rows = await ctx.tx.$queryRaw<{ hash: string }[]>`
      SELECT encode(t.text_hash, 'hex') AS hash FROM tombstone t WHERE t.acl_id = ${aclId}::uuid
        AND t.text_hash = ANY (${[...byHash.keys()].map((hash) => Buffer.from(hash, 'hex'))}::bytea[])`;
    return new Set(rows.flatMap((row) => byHash.get(row.hash) ?? []));
  }
}

function readable(ctx: TxContext): Prisma.Sql {
  return Prisma.sql`k.acl_id = ANY (${[...ctx.memoryClasses]}::uuid[])`;
}

/** The same words are the same tombstone, whatever their case, width and punctuation. */
function textHash(content: string): Buffer {
  return createHash('sha256').update(factKey(content)).digest();
}
