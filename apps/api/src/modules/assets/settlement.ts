import { Injectable } from '@nestjs/common';
import { AccessClasses, Outbox, type TxContext } from '../../infrastructure/prisma';
import { ChunkStore } from '../retrieval';
import { AssetsRepository } from './assets.repository';
import type { Asset } from './domain/asset';
import { contentTokens, proposalTokens, rowTokens } from './domain/facts';
import { ProposalsRepository, type HeldProposal } from './proposals.repository';
import { RevisionsRepository } from './revisions.repository';

/** Keeps the readers of everything that hangs on an asset in step with its state. */
@Injectable()
export class Settlement {
  constructor(
    private readonly assets: AssetsRepository,
    private readonly revisions: RevisionsRepository,
    private readonly proposals: ProposalsRepository,
    private readonly classes: AccessClasses,
    private readonly chunks: ChunkStore,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Stores a held asset whose status, visibility or proposals have changed, and moves it and everything on it to the
   * classes of the new state. Content that changes its readers leaves the index at once and comes back by its job.
   */
  async settle(ctx: TxContext, asset: Asset): Promise<void> {
    const proposals = await this.proposals.ofHeldAsset(ctx, asset.id);
    const open = proposals.filter((proposal) => proposal.state !== 'published');
    const row = rowTokens(asset, open);
    const contentAclId = await this.classFor(ctx, contentTokens(asset));
    const aclId = await this.classFor(ctx, row);
    let moved = false;
    for (const proposal of proposals) {
      await this.settleProposal(ctx, asset, proposal);
      if (proposal.state === 'published')
        moved = (await this.revisions.reclassNewest(ctx, proposal.revisionId, contentAclId)) || moved;
    }
    if (moved) await this.chunks.removeAsset(ctx, asset.id);
    await this.assets.update(ctx, { ...asset, aclId });
    // Nothing of a draft is ever in the index.
    if (asset.status !== 'none')
      await this.outbox.add(ctx, { topic: 'asset.index', key: asset.id, payload: { assetId: asset.id } });
  }

  private async settleProposal(ctx: TxContext, asset: Asset, proposal: HeldProposal): Promise<void> {
    const aclId = await this.classFor(ctx, proposalTokens(proposal, asset));
    const reviewed = proposal.state === 'published' ? { ...proposal, state: 'in_review' as const } : proposal;
    const earlierAclId = await this.classFor(ctx, proposalTokens(reviewed, asset));
    await this.proposals.reclass(ctx, proposal, { aclId, earlierAclId });
    // What was never in review stays its authors', also when later words of theirs are reviewed and published.
    const draftAclId = await this.classFor(ctx, proposalTokens({ ...proposal, state: 'draft' }, asset));
    await this.revisions.reclassEarlier(ctx, proposal, { submittedAclId: earlierAclId, draftAclId });
    if (proposal.state === 'in_review') await this.revisions.markSubmitted(ctx, proposal.revisionId);
    if (proposal.state !== 'published') await this.revisions.reclassNewest(ctx, proposal.revisionId, aclId);
  }

  private async classFor(ctx: TxContext, tokens: readonly string[]): Promise<string> {
    const aclId = await this.classes.ensure(ctx, tokens);
    if (!ctx.classes.includes(aclId)) await this.assets.handOver(ctx, aclId);
    return aclId;
  }
}
