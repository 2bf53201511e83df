import { Injectable } from '@nestjs/common';
import { DomainError, notFound } from '@memory-hub/contracts';
import type { AssetAction } from '@memory-hub/permissions';
import type { RequestContext } from '../../common';
import { AuditLog, UnitOfWork, type TxContext } from '../../infrastructure/prisma';
import { ChunkStore } from '../retrieval';
import { AssetKinds } from './asset-kinds';
import { AssetsRepository } from './assets.repository';
import type { Asset } from './domain/asset';
import { assetFacts } from './domain/facts';
import { assetStep } from './domain/steps';
import { readText } from './domain/texts';
import { ProposalsRepository } from './proposals.repository';
import { RevisionsRepository } from './revisions.repository';
import { Settlement } from './settlement';

interface Act {
  readonly assetId: string;
  readonly reason: string;
}

const REASON_CHARACTERS = 500;

/** Acts on what is published. Each says why, for the audit log. */
@Injectable()
export class AssetActs {
  constructor(
    private readonly work: UnitOfWork,
    private readonly assets: AssetsRepository,
    private readonly revisions: RevisionsRepository,
    private readonly proposals: ProposalsRepository,
    private readonly settlement: Settlement,
    private readonly kinds: AssetKinds,
    private readonly chunks: ChunkStore,
    private readonly audit: AuditLog,
  ) {}

  /** Makes an earlier published revision the live one again, with the title and tags it was published with. */
  async rollBack(ctx: RequestContext, input: Act & { revisionId: string }): Promise<void> {
    await this.act(ctx, 'rollBack', input, async (tx, asset) => {
      const revision = await this.revisions.find(tx, input.revisionId);
      if (revision === null || revision.assetId !== asset.id) throw notFound('revision');
      if (revision.id === asset.publishedRevisionId)
        throw new DomainError('CONFLICT', 'This revision is the live one already.', { path: ['revisionId'] });
      const published = await this.proposals.publishedWith(tx, revision.id);
      if (published === null)
        throw new DomainError(
          'NOT_APPROVED',
          'Only a revision that was published before can be rolled back to.',
          { hint: 'Propose it as a change instead.', path: ['revisionId'] },
        );
      const { description } = this.kinds
        .of(asset.kind)
        .summarise(await this.revisions.files(tx, revision.id));
      return {
        ...asset,
        publishedRevisionId: revision.id,
        title: published.title,
        tags: published.tags,
        description,
      };
    });
  }

  async deprecate(ctx: RequestContext, input: Act): Promise<void> {
    await this.act(ctx, 'deprecate', input, async (_tx, asset) => asset);
  }

  async archive(ctx: RequestContext, input: Act): Promise<void> {
    await this.act(ctx, 'archive', input, async (_tx, asset) => asset);
  }

  /** Makes the asset unreadable, unfindable and unmounted with this transaction, pins included. */
  async revoke(ctx: RequestContext, input: Act): Promise<void> {
    await this.act(ctx, 'revoke', input, async (tx, asset) => {
      await this.chunks.removeAsset(tx, asset.id);
      return { ...asset, publishedRevisionId: null };
    });
  }

  private async act(
    ctx: RequestContext,
    action: AssetAction,
    { assetId, reason: given }: Act,
    change: (ctx: TxContext, asset: Asset) => Promise<Asset>,
  ): Promise<void> {
    const reason = readText(given, {
      path: ['reason'],
      max: REASON_CHARACTERS,
      ask: 'Say why; the audit log keeps it.',
    });
    await this.work.write(ctx, async (tx) => {
      const asset = await this.assets.hold(tx, assetId);
      if (asset === null) throw notFound('asset');
      const status = assetStep(tx.ability, action, assetFacts(asset));
      await this.settlement.settle(tx, { ...(await change(tx, asset)), status, updatedAt: tx.now });
      await this.audit.record(tx, {
        action: `asset.${action}`,
        targetType: 'asset',
        targetId: asset.id,
        spaceId: asset.spaceId,
        details: { from: asset.status, to: status, reason },
      });
    });
  }
}
