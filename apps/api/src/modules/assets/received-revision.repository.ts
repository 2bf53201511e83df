import { Prisma } from '../../infrastructure/prisma';

/**
 * What a mount gives, over the alias `a` of the asset. Of a published or deprecated one: the pinned revision, else the
 * live one. Of an unpublished one: the newest words of the agent's own owner. Of anything else: nothing.
 */
export function receivedRevision(owner: Prisma.Sql, pinned: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
  CASE WHEN a.status IN ('published', 'deprecated') THEN coalesce(${pinned}, a.published_revision_id)
    WHEN a.status = 'none' AND a.owner_id = ${owner} THEN (
      SELECT d.id FROM asset_revision d JOIN proposal p ON p.id = d.proposal_id
      WHERE d.asset_id = a.id AND p.author_user_id = ${owner} AND p.state <> 'withdrawn' ORDER BY d.id DESC LIMIT 1) END`;
}
