import { Injectable } from '@nestjs/common';
import { Prisma, type TxContext } from '../../infrastructure/prisma';
import { receivedRevision } from '../assets';
import type { LoadedMount } from './domain/loadout';

export interface ReceivedRevision {
  readonly id: string;
  readonly number: number;
  /** Tokens of the access class of its content. */
  readonly acl: readonly string[];
}

export interface MountableQuestion {
  readonly ownerTokens: readonly string[];
  /** The person whose drafts count; null for none. */
  readonly draftsOf: string | null;
  /** All of them must stand in name, title, description or tags. */
  readonly words: readonly string[];
  readonly first: number;
}

/** Which revisions of mounted assets are received. Every read passes the access test of the asking principal. */
@Injectable()
export class MountedRevisionsRepository {
  /** Mounts of the calling agent in every mode but `off`, with the revision it receives of each. */
  async ofCaller(ctx: TxContext, agentId: string): Promise<Omit<LoadedMount, 'text'>[]> {
    return ctx.tx.$queryRaw<Omit<LoadedMount, 'text'>[]>`
      SELECT x."mountId", x."assetId", x."assetKind", x."assetName", x.title, x.status, x.mode, x.priority, x."budgetTokens", r.id AS "revisionId"
      FROM (
        SELECT m.id AS "mountId", a.id AS "assetId", a.kind AS "assetKind", a.name AS "assetName", a.title, a.status, m.mode, m.priority,
          m.budget_tokens AS "budgetTokens", ${receivedRevision(Prisma.sql`g.owner_id`, Prisma.sql`m.pinned_revision_id`)} AS wanted
        FROM mount m JOIN agent g ON g.id = m.agent_id JOIN asset a ON a.id = m.asset_id
        WHERE m.agent_id = ${agentId}::uuid AND m.mode <> 'off' AND ${inClasses(ctx, 'm')} AND ${inClasses(ctx, 'a')}
          AND a.id = ANY (${[...(ctx.mounted ?? [])]}::uuid[])
      ) x LEFT JOIN asset_revision r ON r.id = x.wanted AND ${inClasses(ctx, 'r')}`;
  }

  async budgetOf(ctx: TxContext, agentId: string): Promise<number> {
    const rows = await ctx.tx.$queryRaw<{ tokens: number }[]>`
      SELECT budget_tokens AS tokens FROM agent g WHERE g.id = ${agentId}::uuid AND ${inClasses(ctx, 'g')}`;
    return rows[0]?.tokens ?? 0;
  }

  /** The revision that an agent of this owner would receive, as far as the asking principal may read it. */
  async wouldReceive(
    ctx: TxContext,
    assetId: string,
    { ownerId, pinnedRevisionId }: { ownerId: string; pinnedRevisionId: string | null },
  ): Promise<ReceivedRevision | null> {
    const rows = await ctx.tx.$queryRaw<ReceivedRevision[]>`
      SELECT r.id, r.number, c.tokens AS acl
      FROM asset_revision r JOIN access_class c ON c.id = r.acl_id
      WHERE ${inClasses(ctx, 'r')} AND r.id = (
        SELECT ${receivedRevision(Prisma.sql`${ownerId}::uuid`, Prisma.sql`${pinnedRevisionId}::uuid`)}
        FROM asset a WHERE a.id = ${assetId}::uuid AND ${inClasses(ctx, 'a')})`;
    return rows[0] ?? null;
  }

  /** Uuids of assets that can be mounted on an agent whose owner reads with these tokens, by title. */
  async mountable(ctx: TxContext, ask: MountableQuestion): Promise<string[]> {
    const words = ask.words.map((word) => {
      const pattern = `%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
      return Prisma.sql`(a.name ILIKE ${pattern} OR a.title ILIKE ${pattern} OR a.description ILIKE ${pattern} OR array_to_string(a.tags, ' ') ILIKE ${pattern})`;
    });
    const rows = await ctx.tx.$queryRaw<{ id: string }[]>`
      SELECT a.id FROM asset a
        LEFT JOIN asset_revision r ON r.id = a.published_revision_id AND ${inClasses(ctx, 'r')}
        LEFT JOIN access_class c ON c.id = r.acl_id
      WHERE ${inClasses(ctx, 'a')}
        AND (a.status = 'published' AND c.tokens && ${[...ask.ownerTokens]}::text[] OR a.status = 'none' AND a.owner_id = ${ask.draftsOf}::uuid)
        AND ${words.length === 0 ? Prisma.sql`true` : Prisma.join(words, ' AND ')}
      ORDER BY a.status = 'none', lower(a.title), a.id LIMIT ${ask.first}`;
    return rows.map(({ id }) => id);
  }

  /** Whether this revision of the asset was published at some time, and may be read. */
  async isPublished(ctx: TxContext, assetId: string, revisionId: string): Promise<boolean> {
    const rows = await ctx.tx.$queryRaw<{ found: boolean }[]>`
      SELECT true AS found FROM asset_revision r JOIN proposal p ON p.revision_id = r.id
      WHERE r.id = ${revisionId}::uuid AND r.asset_id = ${assetId}::uuid AND p.state = 'published' AND ${inClasses(ctx, 'r')} LIMIT 1`;
    return rows.length > 0;
  }
}

function inClasses(ctx: TxContext, table: 'm' | 'a' | 'r' | 'g'): Prisma.Sql {
  return Prisma.sql`${Prisma.raw(table)}.acl_id = ANY (${[...ctx.classes]}::uuid[])`;
}
