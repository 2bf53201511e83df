import { Injectable } from '@nestjs/common';
import { buildTree, digestOf } from '@memory-hub/contracts';
import { Prisma, type TxContext } from '../../infrastructure/prisma';
import type { Page, PageRequest } from '../../infrastructure/graphql';
import type { Revision } from './domain/asset';
import type { AssetFile, StoredFile } from './domain/asset-kind';

export interface NewRevision extends Omit<Revision, 'createdAt' | 'rootTree'> {
  readonly aclId: string;
  readonly proposalId: string;
  readonly files: readonly AssetFile[];
}

const COLUMNS = Prisma.sql`
  r.id, r.asset_id AS "assetId", r.space_id AS "spaceId", r.number, r.root_tree AS "rootTree", r.message,
  r.author_kind AS "authorKind", r.author_id AS "authorId", r.parent_id AS "parentId", r.created_at AS "createdAt"`;

/** Immutable trees. Blobs and directories are shared inside a space and reachable only through a revision. */
@Injectable()
export class RevisionsRepository {
  async find(ctx: TxContext, id: string): Promise<Revision | null> {
    const rows = await ctx.tx.$queryRaw<
      Revision[]
    >`SELECT ${COLUMNS} FROM asset_revision r WHERE r.id = ${id}::uuid AND ${readable(ctx)}`;
    return rows[0] ?? null;
  }

  /** A revision with the class of its content. */
  async findWithClass(ctx: TxContext, id: string): Promise<{ row: Revision; aclId: string } | null> {
    const rows = await ctx.tx.$queryRaw<(Revision & { aclId: string })[]>`
      SELECT ${COLUMNS}, r.acl_id AS "aclId" FROM asset_revision r WHERE r.id = ${id}::uuid AND ${readable(ctx)}`;
    const row = rows[0];
    return row === undefined ? null : { row, aclId: row.aclId };
  }

  async findMany(ctx: TxContext, ids: readonly string[]): Promise<Revision[]> {
    if (ids.length === 0) return [];
    return ctx.tx.$queryRaw<
      Revision[]
    >`SELECT ${COLUMNS} FROM asset_revision r WHERE r.id = ANY (${[...ids]}::uuid[]) AND ${readable(ctx)}`;
  }

  /** Newest first. */
  async list(ctx: TxContext, assetId: string, page: PageRequest): Promise<Page<Revision>> {
    const after = page.after === null ? Prisma.sql`true` : Prisma.sql`r.id < ${page.after}::uuid`;
    const where = Prisma.sql`r.asset_id = ${assetId}::uuid AND ${readable(ctx)}`;
    const rows = await ctx.tx.$queryRaw<Revision[]>`
      SELECT ${COLUMNS} FROM asset_revision r WHERE ${where} AND ${after} ORDER BY r.id DESC LIMIT ${page.first + 1}`;
    const counted = await ctx.tx.$queryRaw<
      { n: bigint }[]
    >`SELECT count(*) AS n FROM asset_revision r WHERE ${where}`;
    return {
      rows: rows.slice(0, page.first),
      hasNextPage: rows.length > page.first,
      totalCount: Number(counted[0]?.n ?? 0),
    };
  }

  /** The words with which a proposal began. */
  async firstOf(ctx: TxContext, proposalId: string): Promise<Revision | null> {
    const rows = await ctx.tx.$queryRaw<Revision[]>`
      SELECT ${COLUMNS} FROM asset_revision r WHERE r.proposal_id = ${proposalId}::uuid AND ${readable(ctx)} ORDER BY r.id LIMIT 1`;
    return rows[0] ?? null;
  }

  /** Stores the tree, what of it is new, and the revision. Gives the digest of the root. */
  async insert(ctx: TxContext, revision: NewRevision): Promise<string> {
    const tree = buildTree(revision.files);
    for (const [sha256, bytes] of tree.blobs)
      await ctx.tx.$executeRaw`
        INSERT INTO blob (space_id, sha256, bytes, size) VALUES (${revision.spaceId}::uuid, ${sha256}, ${Buffer.from(bytes)}, ${bytes.length})
        ON CONFLICT DO NOTHING`;
    const entries = [...tree.trees].flatMap(([digest, lines]) =>
      lines.map(({ name, kind, digest: child, size }) => ({ tree: digest, name, kind, digest: child, size })),
    );
    await ctx.tx.$executeRaw`
      INSERT INTO tree_entry (space_id, tree, name, kind, digest, size)
      SELECT ${revision.spaceId}::uuid, tree, name, kind, digest, size
      FROM jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) AS e(tree text, name text, kind text, digest text, size int)
      ON CONFLICT DO NOTHING`;
    await ctx.tx.$executeRaw`
      INSERT INTO asset_revision (id, org_id, space_id, acl_id, asset_id, proposal_id, number, root_tree, message, author_kind, author_id, parent_id, created_at)
      VALUES (${revision.id}::uuid, ${ctx.orgId}::uuid, ${revision.spaceId}::uuid, ${revision.aclId}::uuid, ${revision.assetId}::uuid, ${revision.proposalId}::uuid,
        ${revision.number}, ${tree.root}, ${revision.message}, ${revision.authorKind}, ${revision.authorId}::uuid,
        ${revision.parentId}::uuid, ${ctx.now})`;
    return tree.root;
  }

  /** Files of a revision, by path; empty when the principal may not read it. */
  async files(ctx: TxContext, revisionId: string): Promise<StoredFile[]> {
    return ctx.tx.$queryRaw<StoredFile[]>`
      SELECT path, digest, coalesce(bytes, ''::bytea) AS bytes FROM memhub_revision_files(${revisionId}::uuid)`;
  }

  /**
   * The number of new words on an asset that is held, until they are in review: behind what has been in review, and
   * behind earlier words of their proposal.
   */
  async nextNumber(ctx: TxContext, of: { assetId: string; proposalId: string | null }): Promise<number> {
    const rows = await ctx.tx.$queryRaw<{ n: number }[]>`
      SELECT coalesce(max(number), 0) + 1 AS n FROM asset_revision
      WHERE asset_id = ${of.assetId}::uuid AND (submitted OR proposal_id = ${of.proposalId}::uuid)`;
    return rows[0]?.n ?? 1;
  }

  /** Notes that a revision is in review, so that its reviewers go on seeing it, and gives it its number for good. */
  async markSubmitted(ctx: TxContext, revisionId: string): Promise<void> {
    await ctx.tx.$executeRaw`
      UPDATE asset_revision r SET submitted = true, number = (
        SELECT coalesce(max(o.number), 0) + 1 FROM asset_revision o WHERE o.asset_id = r.asset_id AND o.submitted)
      WHERE r.id = ${revisionId}::uuid AND NOT r.submitted`;
  }

  /** Moves the newest revision of a proposal to its class; true when it had another. */
  async reclassNewest(ctx: TxContext, revisionId: string, aclId: string): Promise<boolean> {
    const moved = await ctx.tx.$executeRaw`
      UPDATE asset_revision SET acl_id = ${aclId}::uuid WHERE id = ${revisionId}::uuid AND acl_id <> ${aclId}::uuid`;
    return moved > 0;
  }

  /** Moves what was written earlier on the way of a proposal: what was in review to one class, the rest to another. */
  async reclassEarlier(
    ctx: TxContext,
    proposal: { id: string; revisionId: string },
    to: { submittedAclId: string; draftAclId: string },
  ): Promise<void> {
    await ctx.tx.$executeRaw`
      UPDATE asset_revision SET acl_id = CASE WHEN submitted THEN ${to.submittedAclId}::uuid ELSE ${to.draftAclId}::uuid END
      WHERE proposal_id = ${proposal.id}::uuid AND id <> ${proposal.revisionId}::uuid`;
  }
}

function readable(ctx: TxContext): Prisma.Sql {
  const own = Prisma.sql`r.acl_id = ANY (${[...ctx.classes]}::uuid[])`;
  return ctx.mounted === null ? own : Prisma.sql`${own} AND r.asset_id = ANY (${[...ctx.mounted]}::uuid[])`;
}

/** The files with the digests under which they would be stored. */
export function digested(files: readonly AssetFile[]): StoredFile[] {
  return files.map((file) => ({ ...file, digest: digestOf(file.bytes) }));
}
