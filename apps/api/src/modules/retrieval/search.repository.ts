import { Injectable } from '@nestjs/common';
import { Prisma, type TxContext } from '../../infrastructure/prisma';
import type { ConfirmedChunk } from './domain/confirmed-chunk';
import type { ClassStatistics, TermFrequency } from './domain/corpus';
import type { Scope } from './domain/scope';

const COUNTED_WAITING = 10_000;

/** Reads of the index under the access test. Row-level security repeats the test on every statement here. */
@Injectable()
export class SearchRepository {
  /**
   * Readable chunks with each term, each counted to `most`. Cost: one walk over the postings of a term in the readable
   * classes, however many classes there are.
   */
  async frequencies(
    ctx: TxContext,
    scope: Scope,
    { terms, most }: { terms: readonly bigint[]; most: number },
  ): Promise<TermFrequency[]> {
    if (terms.length === 0 || scope.classes.length === 0) return [];
    const own = await ctx.tx.$queryRaw<TermFrequency[]>`
      SELECT t.term, f.documents FROM unnest(${asBigints(terms)}::bigint[]) AS t(term)
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS documents FROM (
          SELECT FROM search_posting p WHERE p.term = t.term AND p.acl_id = ANY (${this.postingClasses(ctx, scope)}::uuid[]) LIMIT ${most}) counted
      ) f WHERE f.documents > 0`;
    if (scope.mounted === null) return own;
    const mounted = await ctx.tx.$queryRaw<TermFrequency[]>`
      SELECT p.term, count(*)::int AS documents
      FROM search_chunk c JOIN search_posting p ON p.acl_id = c.acl_id AND p.chunk_no = c.no
        AND p.term = ANY (${asBigints(terms)}::bigint[])
      WHERE ${mountedOf(scope)} GROUP BY 1`;
    return [...own, ...mounted];
  }

  /** Documents and lengths of the classes. For an agent, those of mounted assets are counted one by one. */
  async statistics(ctx: TxContext, scope: Scope): Promise<ClassStatistics[]> {
    const own = await ctx.tx.$queryRaw<ClassStatistics[]>`
      SELECT acl_id AS "aclId", sum(documents)::int AS documents, sum(total_length)::float8 AS "totalLength"
      FROM search_class_delta WHERE acl_id = ANY (${this.postingClasses(ctx, scope)}::uuid[]) GROUP BY acl_id`;
    if (scope.mounted === null) return own;
    const mounted = await ctx.tx.$queryRaw<ClassStatistics[]>`
      SELECT acl_id AS "aclId", count(*)::int AS documents, sum(length)::float8 AS "totalLength"
      FROM search_chunk c WHERE ${mountedOf(scope)} GROUP BY acl_id`;
    return [...own, ...mounted];
  }

  /**
   * Candidates of the keyword leg: chunks with the given terms, best rough score first. Filters are tested in the order
   * of the score and only until there are enough: the database would rather test every chunk with a term.
   */
  async keywordCandidates(
    ctx: TxContext,
    scope: Scope,
    picked: { terms: readonly bigint[]; worth: readonly number[]; limit: number },
  ): Promise<bigint[]> {
    if (picked.terms.length === 0) return [];
    const source =
      scope.mounted === null
        ? Prisma.sql`search_posting p WHERE p.acl_id = ANY (${[...scope.classes]}::uuid[]) AND p.term = ANY (${asBigints(picked.terms)}::bigint[])`
        : Prisma.sql`(
            SELECT chunk_no, term, tf FROM search_posting
              WHERE acl_id = ANY (${this.postingClasses(ctx, scope)}::uuid[]) AND term = ANY (${asBigints(picked.terms)}::bigint[])
            UNION ALL
            SELECT p.chunk_no, p.term, p.tf FROM search_chunk m JOIN search_posting p ON p.acl_id = m.acl_id AND p.chunk_no = m.no
              AND p.term = ANY (${asBigints(picked.terms)}::bigint[])
              WHERE m.asset_id = ANY (${[...scope.mounted]}::uuid[]) AND m.acl_id = ANY (${[...scope.classes]}::uuid[])) p`;
    const rows = await ctx.tx.$queryRaw<{ no: bigint }[]>`
      WITH weighed AS MATERIALIZED (
        SELECT * FROM unnest(${asBigints(picked.terms)}::bigint[], ${[...picked.worth]}::float8[]) AS t(term, worth)
      ), scored AS MATERIALIZED (
        SELECT f.chunk_no, sum(w.worth * f.tf * 2.2 / (f.tf + 1.2)) AS score
        FROM (SELECT p.chunk_no, p.term, p.tf FROM ${source}) f JOIN weighed w ON w.term = f.term GROUP BY f.chunk_no
      )
      SELECT s.chunk_no AS no FROM (SELECT chunk_no FROM scored ORDER BY score DESC, chunk_no) s
      WHERE EXISTS (SELECT FROM search_chunk c WHERE c.no = s.chunk_no AND ${filterOf(scope)} OFFSET 0) LIMIT ${picked.limit}`;
    return rows.map((row) => row.no);
  }

  /** The authoritative read: access test, filters, and everything that the ranker needs. */
  async confirm(
    ctx: TxContext,
    scope: Scope,
    ask: { numbers: readonly bigint[]; terms: readonly bigint[]; vectorSpace: string },
  ): Promise<ConfirmedChunk[]> {
    if (ask.numbers.length === 0) return [];
    return ctx.tx.$queryRaw<ConfirmedChunk[]>`
      SELECT c.no, c.item_id AS "itemId", c.ordinal, c.kind, c.layer, c.acl_id AS "aclId", c.space_id AS "spaceId",
        c.asset_id AS "assetId", c.agent_id AS "agentId", c.subject_id AS "subjectId",
        c.conversation_id AS "conversationId", c.position, c.path, c.title, c.body, c.lang, c.tags, c.category, c.trust,
        c.author_kind AS "authorKind", c.author_id AS "authorId", encode(c.content_hash, 'hex') AS "contentHash", c.length, c.rev,
        c.event_time AS "eventTime", c.recorded_at AS "recordedAt", c.valid_to AS "validTo",
        m.matched, coalesce(s.heat, 0) AS heat, encode(v.vector, 'base64') AS vector
      FROM search_chunk c
      LEFT JOIN LATERAL (
        SELECT string_agg(t.term || ' ' || t.count, ' ') AS matched FROM unnest(c.terms, c.counts) AS t(term, count)
        WHERE t.term = ANY (${asBigints(ask.terms)}::bigint[])) m ON true
      LEFT JOIN scene s ON c.kind = 'scene' AND s.id = c.item_id
      LEFT JOIN search_vector v ON v.vector_space = ${ask.vectorSpace} AND v.chunk_no = c.no AND v.rev = c.rev
      WHERE c.no = ANY (${asBigints(ask.numbers)}::bigint[]) AND ${filterOf(scope)}`;
  }

  /** Numbers of the turns right before and after the given ones. */
  async neighbours(ctx: TxContext, scope: Scope, numbers: readonly bigint[]): Promise<bigint[]> {
    if (numbers.length === 0) return [];
    const rows = await ctx.tx.$queryRaw<{ no: bigint }[]>`
      SELECT n.no FROM search_chunk c JOIN search_chunk n ON n.conversation_id = c.conversation_id
        AND n.position IN (c.position - 1, c.position + 1) AND n.layer = 'L0'
      WHERE c.no = ANY (${asBigints(numbers)}::bigint[]) AND c.layer = 'L0' AND n.acl_id = ANY (${[...scope.classes]}::uuid[])`;
    return rows.map((row) => row.no);
  }

  /** Chunks of the readable classes that wait for their vector, counted to 10,000. */
  async waiting(ctx: TxContext, scope: Scope): Promise<number> {
    const reach =
      scope.mounted === null
        ? Prisma.empty
        : Prisma.sql`AND (asset_id IS NULL OR asset_id = ANY (${[...scope.mounted]}::uuid[]))`;
    const rows = await ctx.tx.$queryRaw<{ waiting: number }[]>`
      SELECT count(*)::int AS waiting FROM (
        SELECT FROM search_chunk WHERE embed_state = 0 AND acl_id = ANY (${[...scope.classes]}::uuid[]) ${reach} LIMIT ${COUNTED_WAITING}) w`;
    return rows[0]?.waiting ?? 0;
  }

  /** For an agent, postings of its memory classes only: asset classes also hold what is not mounted. */
  private postingClasses(ctx: TxContext, scope: Scope): string[] {
    if (scope.mounted === null) return [...scope.classes];
    const memories = new Set(ctx.memoryClasses);
    return scope.classes.filter((id) => memories.has(id));
  }
}

/** Chunks of mounted assets, over the alias `c`. */
function mountedOf({ classes, mounted }: Scope): Prisma.Sql {
  return Prisma.sql`c.asset_id = ANY (${[...(mounted ?? [])]}::uuid[]) AND c.acl_id = ANY (${[...classes]}::uuid[])`;
}

/** The coarse filter of both legs and of the authoritative read, over the alias `c`. */
function filterOf({ classes, mounted, query, now }: Scope): Prisma.Sql {
  const conditions = [Prisma.sql`c.acl_id = ANY (${[...classes]}::uuid[])`];
  if (mounted !== null)
    conditions.push(Prisma.sql`(c.asset_id IS NULL OR c.asset_id = ANY (${[...mounted]}::uuid[]))`);
  if (query.kinds !== undefined) conditions.push(Prisma.sql`c.kind = ANY (${[...query.kinds]}::text[])`);
  if (query.layers !== undefined) conditions.push(Prisma.sql`c.layer = ANY (${[...query.layers]}::text[])`);
  if (query.spaceIds !== undefined)
    conditions.push(Prisma.sql`c.space_id = ANY (${[...query.spaceIds]}::uuid[])`);
  if (query.agentIds !== undefined)
    conditions.push(Prisma.sql`c.agent_id = ANY (${[...query.agentIds]}::uuid[])`);
  if (query.assetIds !== undefined)
    conditions.push(Prisma.sql`c.asset_id = ANY (${[...query.assetIds]}::uuid[])`);
  if (query.subjectId !== undefined) conditions.push(Prisma.sql`c.subject_id = ${query.subjectId}::uuid`);
  if (query.conversationId !== undefined)
    conditions.push(Prisma.sql`c.conversation_id = ${query.conversationId}::uuid`);
  if (query.conversationIds !== undefined)
    conditions.push(Prisma.sql`c.conversation_id = ANY (${[...query.conversationIds]}::uuid[])`);
  if (query.authorIds !== undefined)
    conditions.push(Prisma.sql`c.author_id = ANY (${[...query.authorIds]}::uuid[])`);
  if (query.languages !== undefined)
    conditions.push(Prisma.sql`c.lang = ANY (${[...query.languages]}::text[])`);
  if (query.tags !== undefined) conditions.push(Prisma.sql`c.tags @> ${[...query.tags]}::text[]`);
  if (query.category !== undefined) conditions.push(Prisma.sql`c.category = ${query.category}`);
  if (query.after !== undefined) conditions.push(Prisma.sql`c.event_time >= ${query.after}`);
  if (query.before !== undefined) conditions.push(Prisma.sql`c.event_time < ${query.before}`);
  if (query.includeHistory !== true) conditions.push(Prisma.sql`(c.valid_to IS NULL OR c.valid_to > ${now})`);
  return Prisma.join(conditions, ' AND ');
}

/** Text form, because the driver's own form of a list of bigints differs between versions. */
function asBigints(values: readonly bigint[]): string[] {
  return values.map(String);
}
