import { Injectable } from '@nestjs/common';
import { notFound } from '@memory-hub/contracts';
import type { RequestContext } from '../../common';
import { UnitOfWork } from '../../infrastructure/prisma';
import type { Page, PageRequest } from '../../infrastructure/graphql';
import { AssetsRepository, type AssetFilter, type MountingAgent } from './assets.repository';
import type { Asset, Revision } from './domain/asset';
import type { StoredFile } from './domain/asset-kind';
import { RevisionsRepository } from './revisions.repository';

/** Reads assets of all kinds, as far as the principal may. */
@Injectable()
export class Assets {
  constructor(
    private readonly work: UnitOfWork,
    private readonly assets: AssetsRepository,
    private readonly revisions: RevisionsRepository,
  ) {}

  async find(ctx: RequestContext, id: string): Promise<Asset | null> {
    return this.work.read(ctx, (tx) => this.assets.find(tx, id));
  }

  /** @throws DomainError NOT_FOUND when it is missing or hidden. */
  async getOrThrow(ctx: RequestContext, id: string): Promise<Asset> {
    const asset = await this.find(ctx, id);
    if (asset === null) throw notFound('asset');
    return asset;
  }

  async findMany(ctx: RequestContext, ids: readonly string[]): Promise<Asset[]> {
    return this.work.read(ctx, (tx) => this.assets.findMany(tx, ids));
  }

  async list(ctx: RequestContext, filter: AssetFilter, page: PageRequest): Promise<Page<Asset>> {
    return this.work.read(ctx, (tx) => this.assets.list(tx, filter, page));
  }

  async mountedOn(ctx: RequestContext, assetId: string): Promise<MountingAgent[]> {
    return this.work.read(ctx, (tx) => this.assets.mountedOn(tx, assetId));
  }

  async findRevision(ctx: RequestContext, id: string): Promise<Revision | null> {
    return this.work.read(ctx, (tx) => this.revisions.find(tx, id));
  }

  async findRevisions(ctx: RequestContext, ids: readonly string[]): Promise<Revision[]> {
    return this.work.read(ctx, (tx) => this.revisions.findMany(tx, ids));
  }

  async listRevisions(ctx: RequestContext, assetId: string, page: PageRequest): Promise<Page<Revision>> {
    return this.work.read(ctx, (tx) => this.revisions.list(tx, assetId, page));
  }

  /** Files of a revision that the principal may read, by path. */
  async files(ctx: RequestContext, revisionId: string): Promise<StoredFile[]> {
    return this.work.read(ctx, (tx) => this.revisions.files(tx, revisionId));
  }

  /** What the principal receives of an asset: for an agent what its mount gives it, else the live revision. */
  async effectiveRevision(ctx: RequestContext, asset: Asset): Promise<Revision | null> {
    return this.work.read(ctx, async (tx) => {
      const { principal } = ctx;
      const id =
        principal.kind === 'agent'
          ? await this.assets.receivedBy(tx, principal, asset.id)
          : asset.publishedRevisionId;
      const revision = id === null ? null : await this.revisions.find(tx, id);
      return revision?.assetId === asset.id ? revision : null;
    });
  }
}
