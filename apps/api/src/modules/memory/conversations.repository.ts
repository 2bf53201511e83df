import { Injectable } from '@nestjs/common';
import { wellFormed } from '@memory-hub/contracts';
import { classOfMemory } from '@memory-hub/permissions';
import { Prisma, type TxContext } from '../../infrastructure/prisma';
import type { Page, PageRequest } from '../../infrastructure/graphql';
import type { Conversation, MemoryCounts } from './domain/conversation';

const COLUMNS = Prisma.sql`
  v.id, v.space_id AS "spaceId", v.acl_id AS "aclId", v.agent_id AS "agentId", ag.owner_id AS "agentOwnerId", v.subject_id AS "subjectId",
  coalesce(su.label, '') AS "subjectLabel", v.session_id AS "sessionId", v.title, v.off_the_record AS "offTheRecord", v.turn_count AS "turnCount",
  v.user_turn_count AS "userTurnCount", v.extracted_seq AS "extractedSeq", v.extracted_user_turns AS "extractedUserTurns",
  v.claim_id AS "claimId", v.claimed_seq AS "claimedSeq", v.claim_expires_at AS "claimExpiresAt", v.failures,
  v.next_attempt_at AS "nextAttemptAt", v.last_error AS "lastError", v.started_at AS "startedAt", v.last_turn_at AS "lastTurnAt",
  v.ended_at AS "endedAt", c.tokens AS acl`;
/**
 * The agent's row is joined for its owner; a principal that reads a memory of an agent may read the agent. The row of
 * a subject that is a person is that person's, so an agent sees no label for its owner.
 */
const SOURCE = Prisma.sql`
  conversation v JOIN access_class c ON c.id = v.acl_id LEFT JOIN subject su ON su.id = v.subject_id JOIN agent ag ON ag.id = v.agent_id`;

@Injectable()
export class ConversationsRepository {
  async find(ctx: TxContext, id: string): Promise<Conversation | null> {
    return this.first(ctx, Prisma.sql`v.id = ${id}::uuid`);
  }

  async findBySession(ctx: TxContext, agentId: string, sessionId: string): Promise<Conversation | null> {
    return this.first(
      ctx,
      Prisma.sql`v.agent_id = ${agentId}::uuid AND v.session_id = ${sessionKey(sessionId)}`,
    );
  }

  /** Locks the session's row; captures and extraction of one session follow each other here. */
  async lockBySession(ctx: TxContext, agentId: string, sessionId: string): Promise<Conversation | null> {
    await ctx.tx.$queryRaw`
      SELECT id FROM conversation WHERE agent_id = ${agentId}::uuid AND session_id = ${sessionKey(sessionId)}
        AND acl_id = ANY (${[...ctx.memoryClasses]}::uuid[]) FOR UPDATE`;
    return this.findBySession(ctx, agentId, sessionId);
  }

  async lock(ctx: TxContext, id: string): Promise<Conversation | null> {
    await ctx.tx
      .$queryRaw`SELECT id FROM conversation WHERE id = ${id}::uuid AND acl_id = ANY (${[...ctx.memoryClasses]}::uuid[]) FOR UPDATE`;
    return this.find(ctx, id);
  }

  /** The access class of one memory; null while it has none that the principal may read. */
  async classOf(ctx: TxContext, memory: { agentId: string; subjectId: string }): Promise<string | null> {
    const rows = await ctx.tx.$queryRaw<{ id: string }[]>`
      SELECT c.id FROM access_class c WHERE c.id = ANY (${[...ctx.memoryClasses]}::uuid[])
        AND c.tokens = ${[...classOfMemory(memory)].sort()}::text[]`;
    return rows[0]?.id ?? null;
  }

  async insert(
    ctx: TxContext,
    row: {
      id: string;
      spaceId: string;
      aclId: string;
      agentId: string;
      subjectId: string;
      sessionId: string;
      title: string | null;
      offTheRecord: boolean;
    },
  ): Promise<void> {
    await ctx.tx.$executeRaw`
      INSERT INTO conversation (id, org_id, space_id, acl_id, agent_id, subject_id, session_id, title, off_the_record, started_at)
      VALUES (${row.id}::uuid, ${ctx.orgId}::uuid, ${row.spaceId}::uuid, ${row.aclId}::uuid, ${row.agentId}::uuid, ${row.subjectId}::uuid,
        ${row.sessionId}, ${row.title}, ${row.offTheRecord}, ${ctx.now})
      ON CONFLICT (agent_id, session_id) DO NOTHING`;
  }

  async addTurns(
    ctx: TxContext,
    id: string,
    added: { turns: number; userTurns: number; lastTurnAt: Date },
  ): Promise<void> {
    await ctx.tx.$executeRaw`
      UPDATE conversation SET turn_count = turn_count + ${added.turns}, user_turn_count = user_turn_count + ${added.userTurns},
        last_turn_at = ${added.lastTurnAt}, ended_at = NULL WHERE id = ${id}::uuid`;
  }

  async markEnded(ctx: TxContext, id: string): Promise<void> {
    await ctx.tx.$executeRaw`UPDATE conversation SET ended_at = ${ctx.now} WHERE id = ${id}::uuid`;
  }

  /** Takes a range of turns for a run until the claim expires. */
  async claim(
    ctx: TxContext,
    id: string,
    claim: { claimId: string; seq: number; expiresAt: Date },
  ): Promise<void> {
    await ctx.tx.$executeRaw`
      UPDATE conversation SET claim_id = ${claim.claimId}::uuid, claimed_seq = ${claim.seq}, claim_expires_at = ${claim.expiresAt} WHERE id = ${id}::uuid`;
  }

  /** Moves the cursor, in the transaction of the cards. */
  async advance(ctx: TxContext, id: string, to: { seq: number; userTurns: number }): Promise<void> {
    await ctx.tx.$executeRaw`
      UPDATE conversation SET extracted_seq = ${to.seq}, extracted_user_turns = extracted_user_turns + ${to.userTurns}, claim_id = NULL,
        claimed_seq = NULL, claim_expires_at = NULL, failures = 0, next_attempt_at = NULL, last_error = NULL WHERE id = ${id}::uuid`;
  }

  /** Ends a claim that nothing came of. */
  async letGo(ctx: TxContext, id: string, claimId: string): Promise<void> {
    await ctx.tx.$executeRaw`
      UPDATE conversation SET claim_id = NULL, claimed_seq = NULL, claim_expires_at = NULL WHERE id = ${id}::uuid AND claim_id = ${claimId}::uuid`;
  }

  /** Gives a claimed range back as pending, with the time of the next try. */
  async fail(
    ctx: TxContext,
    id: string,
    failure: { claimId: string; nextAttemptAt: Date; error: string },
  ): Promise<void> {
    await ctx.tx.$executeRaw`
      UPDATE conversation SET claim_id = NULL, claimed_seq = NULL, claim_expires_at = NULL, failures = failures + 1,
        next_attempt_at = ${failure.nextAttemptAt}, last_error = ${failure.error}
      WHERE id = ${id}::uuid AND claim_id = ${failure.claimId}::uuid`;
  }

  async list(ctx: TxContext, agentId: string | null, page: PageRequest): Promise<Page<Conversation>> {
    const where =
      agentId === null ? readable(ctx) : Prisma.sql`v.agent_id = ${agentId}::uuid AND ${readable(ctx)}`;
    const after = page.after === null ? Prisma.sql`true` : Prisma.sql`v.id < ${page.after}::uuid`;
    const rows = await ctx.tx.$queryRaw<
      Conversation[]
    >`SELECT ${COLUMNS} FROM ${SOURCE} WHERE ${where} AND ${after} ORDER BY v.id DESC LIMIT ${page.first + 1}`;
    const counted = await ctx.tx.$queryRaw<
      { n: bigint }[]
    >`SELECT count(*) AS n FROM ${SOURCE} WHERE ${where}`;
    return {
      rows: rows.slice(0, page.first),
      hasNextPage: rows.length > page.first,
      totalCount: Number(counted[0]?.n ?? 0),
    };
  }

  /** Numbers of an agent's memory, as far as the principal may read it. */
  async counts(ctx: TxContext, agentId: string): Promise<MemoryCounts> {
    const classes = Prisma.sql`ANY (${[...ctx.memoryClasses]}::uuid[])`;
    const rows = await ctx.tx.$queryRaw<MemoryCounts[]>`
      SELECT coalesce(sum(v.turn_count), 0)::int AS turns, coalesce(sum(v.turn_count - v.extracted_seq), 0)::int AS "pendingTurns",
        min(v.last_turn_at) FILTER (WHERE v.turn_count > v.extracted_seq) AS "oldestPendingAt",
        (array_agg(v.last_error ORDER BY v.next_attempt_at DESC) FILTER (WHERE v.last_error IS NOT NULL))[1] AS "lastError",
        (SELECT count(*)::int FROM card k WHERE k.agent_id = ${agentId}::uuid AND k.state = 'live' AND k.acl_id = ${classes}) AS cards,
        (SELECT count(*)::int FROM scene s WHERE s.agent_id = ${agentId}::uuid AND s.acl_id = ${classes}) AS scenes
      FROM conversation v WHERE v.agent_id = ${agentId}::uuid AND v.acl_id = ${classes}`;
    return (
      rows[0] ?? { turns: 0, cards: 0, scenes: 0, pendingTurns: 0, oldestPendingAt: null, lastError: null }
    );
  }

  private async first(ctx: TxContext, condition: Prisma.Sql): Promise<Conversation | null> {
    const rows = await ctx.tx.$queryRaw<
      Conversation[]
    >`SELECT ${COLUMNS} FROM ${SOURCE} WHERE ${condition} AND ${readable(ctx)}`;
    return rows[0] ?? null;
  }
}

function readable(ctx: TxContext): Prisma.Sql {
  return Prisma.sql`v.acl_id = ANY (${[...ctx.memoryClasses]}::uuid[])`;
}

/** A session's id as captures store it. */
function sessionKey(sessionId: string): string {
  return wellFormed(sessionId).text.trim();
}
