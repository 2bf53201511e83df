import { Inject, Injectable } from '@nestjs/common';
import type { RequestContext } from '../../common';
import { SYSTEM_CLIENT, UnitOfWork, type SystemClient, type TxContext } from '../../infrastructure/prisma';
import type { JobResult } from '../../infrastructure/queue';
import { ChunkStore, EMBED_FIRST, type IndexedItem } from '../retrieval';
import { AssetsRepository } from './assets.repository';
import type { Asset, Revision } from './domain/asset';
import { AssetKinds } from './asset-kinds';
import { RevisionsRepository } from './revisions.repository';

interface Place {
  readonly spaceId: string;
  /** Classes of the asset's row, of its live revision, and of what the index has of it. */
  readonly classes: string[];
  /** What the index has of it: one entry when all pieces are of one state. */
  readonly indexed: readonly {
    readonly rev: number;
    readonly aclId: string;
    readonly tags: readonly string[];
  }[];
}

/**
 * Brings the index of one asset in line with its row, whoever asked for it: an admin may publish what only its owner
 * reads. So the work is done as somebody who holds exactly the classes of this asset, under row-level security.
 */
@Injectable()
export class AssetIndexer {
  constructor(
    @Inject(SYSTEM_CLIENT) private readonly system: SystemClient,
    private readonly work: UnitOfWork,
    private readonly assets: AssetsRepository,
    private readonly revisions: RevisionsRepository,
    private readonly kinds: AssetKinds,
    private readonly chunks: ChunkStore,
  ) {}

  async bringInLine(actor: RequestContext, assetId: string): Promise<JobResult> {
    const place = await this.placeOf(assetId);
    if (place === null) return { skipped: 'the asset is gone' };
    const ctx = { ...actor, mounted: null, classes: place.classes, writeSpaces: [place.spaceId] };
    return this.work.write(ctx, async (tx): Promise<JobResult> => {
      const asset = await this.assets.find(tx, assetId);
      // It has changed its class since; the change has sent an event of its own.
      if (asset === null) return { skipped: 'the asset has changed' };
      const revision = await this.liveRevision(tx, asset);
      if (revision === null) {
        await this.chunks.removeAsset(tx, asset.id);
        return { pieces: 0 };
      }
      // A revision never changes: the same one under the same class and tags needs no new vectors.
      if (isInLine(place, asset, revision)) return { skipped: 'nothing has changed' };
      const item = await this.itemOf(tx, asset, revision);
      await this.chunks.put(tx, item);
      return { revision: revision.row.number, pieces: item.pieces.length };
    });
  }

  private async placeOf(assetId: string): Promise<Place | null> {
    const rows = await this.system.$queryRaw<Place[]>`
      SELECT a.space_id AS "spaceId", array(
        SELECT a.acl_id::text UNION SELECT r.acl_id::text FROM asset_revision r WHERE r.id = a.published_revision_id
        UNION SELECT c.acl_id::text FROM search_chunk c WHERE c.asset_id = a.id) AS classes,
        (SELECT coalesce(jsonb_agg(DISTINCT jsonb_build_object('rev', c.rev, 'aclId', c.acl_id, 'tags', c.tags)), '[]')
          FROM search_chunk c WHERE c.asset_id = a.id) AS indexed
      FROM asset a WHERE a.id = ${assetId}::uuid`;
    return rows[0] ?? null;
  }

  private async liveRevision(ctx: TxContext, asset: Asset): Promise<LiveRevision | null> {
    if (asset.status !== 'published' && asset.status !== 'deprecated') return null;
    return asset.publishedRevisionId === null
      ? null
      : this.revisions.findWithClass(ctx, asset.publishedRevisionId);
  }

  private async itemOf(ctx: TxContext, asset: Asset, { row, aclId }: LiveRevision): Promise<IndexedItem> {
    const files = await this.revisions.files(ctx, row.id);
    return {
      itemId: asset.id,
      assetId: asset.id,
      kind: asset.kind,
      layer: null,
      spaceId: asset.spaceId,
      aclId,
      pieces: this.kinds.of(asset.kind).pieces(files),
      tags: asset.tags,
      trust: 'reviewed',
      authorKind: row.authorKind,
      authorId: row.authorId,
      rev: row.number,
      recordedAt: row.createdAt,
      embedPriority: EMBED_FIRST.asset,
    };
  }
}

interface LiveRevision {
  readonly row: Revision;
  readonly aclId: string;
}

function isInLine({ indexed }: Place, { tags }: Asset, { row, aclId }: LiveRevision): boolean {
  const [only, other] = indexed;
  if (only === undefined || other !== undefined) return false;
  return (
    only.rev === row.number && only.aclId === aclId && JSON.stringify(only.tags) === JSON.stringify(tags)
  );
}
