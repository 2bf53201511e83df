import { Injectable } from '@nestjs/common';
import { DomainError, invalidInput, notFound } from '@memory-hub/contracts';
import { assertCan, assetTransition, type AssetAction } from '@memory-hub/permissions';
import type { RequestContext } from '../../common';
import { AccessClasses, AuditLog, Outbox, UnitOfWork, type TxContext } from '../../infrastructure/prisma';
import type { Page, PageRequest } from '../../infrastructure/graphql';
import { ChunkStore } from '../retrieval';
import { AssetsRepository, type AssetFilter } from './assets.repository';
import type { Asset, Proposal, Revision } from './domain/asset';
import { assetFacts, contentTokens, openProposalOf, proposalTokens, rowTokens } from './domain/facts';
import { ProposalsRepository } from './proposals.repository';
import { RevisionsRepository, type StoredFile } from './revisions.repository';

/** Assets of all kinds: reading, and the acts on what is published. */
@Injectable()
export class Assets {
  constructor(
    private readonly work: UnitOfWork,
    private readonly assets: AssetsRepository,
    private readonly revisions: RevisionsRepository,
    private readonly proposals: ProposalsRepository,
    private readonly classes: AccessClasses,
    private readonly chunks: ChunkStore,
    private readonly outbox: Outbox,
    private readonly audit: AuditLog,
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

  async mountedOn(ctx: RequestContext, assetId: string): Promise<{ id: string; name: string }[]> {
    return this.work.read(ctx, (tx) => this.assets.mountedOn(tx, assetId));
  }

  async findRevision(ctx: RequestContext, id: string): Promise<Revision | null> {
    return this.work.read(ctx, (tx) => this.revisions.find(tx, id));
  }

  async listRevisions(ctx: RequestContext, assetId: string, page: PageRequest): Promise<Page<Revision>> {
    return this.work.read(ctx, (tx) => this.revisions.list(tx, assetId, page));
  }

  /** Files of a revision that the principal may read, by path. */
  async files(ctx: RequestContext, revisionId: string): Promise<StoredFile[]> {
    return this.work.read(ctx, (tx) => this.revisions.files(tx, revisionId));
  }

  /** Makes an earlier published revision the live one again; a new audit row, the same checks passed then. */
  async rollBack(ctx: RequestContext, input: { assetId: string; revisionId: string; reason: string }): Promise<Asset> {
    return this.act(ctx, { ...input, action: 'rollBack' }, async (tx, asset) => {
      const revision = await this.revisions.find(tx, input.revisionId);
      if (revision === null || revision.assetId !== asset.id) throw notFound('revision');
      if (revision.id === asset.publishedRevisionId) throw new DomainError('CONFLICT', 'This revision is the live one already.', { path: ['revisionId'] });
      const published = await this.proposals.wasPublished(tx, revision.id);
      if (!published) throw new DomainError('NOT_APPROVED', 'Only a revision that was published before can be rolled back to.', { path: ['revisionId'] });
      return { ...asset, publishedRevisionId: revision.id };
    });
  }

  async deprecate(ctx: RequestContext, input: { assetId: string; reason: string }): Promise<Asset> {
    return this.act(ctx, { ...input, action: 'deprecate' }, async (_tx, asset) => asset);
  }

  async archive(ctx: RequestContext, input: { assetId: string; reason: string }): Promise<Asset> {
    return this.act(ctx, { ...input, action: 'archive' }, async (_tx, asset) => asset);
  }

  /** Makes the asset unreadable and unmounted with this transaction, pins included. */
  async revoke(ctx: RequestContext, input: { assetId: string; reason: string }): Promise<Asset> {
    return this.act(ctx, { ...input, action: 'revoke' }, async (tx, asset) => {
      await this.chunks.removeAsset(tx, asset.id);
      return { ...asset, publishedRevisionId: null };
    });
  }

  /**
   * Stores an asset whose status, visibility or proposals have changed: computes its class, moves its revisions and
   * proposals to theirs, and asks for its index to be brought in line.
   */
  async settle(ctx: TxContext, asset: Asset): Promise<Asset> {
    const { rows } = await this.proposals.list(ctx, { assetId: asset.id }, { first: 500, after: null });
    const open = rows.filter((proposal) => proposal.state !== 'published').map(openProposalOf);
    const aclId = await this.classes.ensure(ctx, rowTokens(asset, open));
    const settled = { ...asset, aclId };
    await this.assets.update(ctx, settled);
    await this.revisions.reclassPublished(ctx, asset.id, await this.classes.ensure(ctx, contentTokens(asset)));
    for (const proposal of rows) await this.settleProposal(ctx, settled, proposal);
    await this.outbox.add(ctx, { topic: 'asset.index', key: asset.id, payload: { assetId: asset.id } });
    return settled;
  }

  /** Moves a proposal, its parts and its revisions to the class of its state; drafts on the way stay their authors'. */
  private async settleProposal(ctx: TxContext, asset: Asset, proposal: Proposal): Promise<void> {
    const aclId = await this.classes.ensure(ctx, proposalTokens(openProposalOf(proposal), asset));
    if (aclId !== proposal.aclId) {
      await this.proposals.update(ctx, { ...proposal, aclId });
      await this.proposals.reclassParts(ctx, proposal.id, aclId);
    }
    if (proposal.state !== 'published') return this.revisions.reclassUnpublished(ctx, { id: proposal.id, publishedRevisionId: null }, aclId);
    const drafts = await this.classes.ensure(ctx, proposalTokens({ ...openProposalOf(proposal), state: 'draft' }, asset));
    return this.revisions.reclassUnpublished(ctx, { id: proposal.id, publishedRevisionId: proposal.revisionId }, drafts);
  }

  private async act(
    ctx: RequestContext,
    { assetId, action, reason }: { assetId: string; action: AssetAction; reason: string },
    change: (ctx: TxContext, asset: Asset) => Promise<Asset>,
  ): Promise<Asset> {
    if (reason.trim() === '') throw invalidInput(['reason'], 'Say why; the audit log keeps it.', 'One sentence is enough.');
    return this.work.write(ctx, async (tx) => {
      const asset = await this.assets.findForUpdate(tx, assetId);
      if (asset === null) throw notFound('asset');
      assertCan(tx.ability, action, 'Asset', assetFacts(asset));
      const status = assetTransition(asset.status, action);
      const settled = await this.settle(tx, { ...(await change(tx, asset)), status });
      await this.audit.record(tx, { action: `asset.${action}`, targetType: 'asset', targetId: asset.id, spaceId: asset.spaceId, details: { from: asset.status, to: status, reason: reason.slice(0, 500) } });
      return settled;
    });
  }
}
