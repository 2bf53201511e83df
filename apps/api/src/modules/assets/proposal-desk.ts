import { Injectable } from '@nestjs/common';
import { DomainError, encodeId, notFound } from '@memory-hub/contracts';
import { Outbox, type TxContext } from '../../infrastructure/prisma';
import { LiveEvents } from '../../infrastructure/live';
import { AssetsRepository } from './assets.repository';
import type { Asset, Proposal } from './domain/asset';
import { ProposalsRepository } from './proposals.repository';
import { Settlement } from './settlement';

export interface Held {
  readonly proposal: Proposal;
  readonly asset: Asset;
}

/** Loading and storing of proposals inside a transaction, for every act on them. */
@Injectable()
export class ProposalDesk {
  constructor(
    private readonly assets: AssetsRepository,
    private readonly proposals: ProposalsRepository,
    private readonly settlement: Settlement,
    private readonly outbox: Outbox,
    private readonly live: LiveEvents,
  ) {}

  /** A proposal and its asset, held until the end of the transaction. @throws DomainError NOT_FOUND */
  async hold(ctx: TxContext, id: string): Promise<Held> {
    const seen = await this.proposals.find(ctx, id);
    const asset = seen === null ? null : await this.assets.hold(ctx, seen.assetId);
    const proposal = asset === null ? null : await this.proposals.find(ctx, id);
    if (proposal === null || asset === null) throw notFound('proposal');
    return { proposal, asset };
  }

  /**
   * Stores a held proposal in its new state with its asset, asks for checks of words that are new to the review, and
   * tells who watches. `before` is the proposal as it was, null when it is new.
   */
  async save(ctx: TxContext, { proposal, asset }: Held, before: Proposal | null): Promise<void> {
    await this.proposals.update(ctx, proposal);
    await this.settlement.settle(ctx, asset);
    const isNewInReview = before === null || before.state === 'draft' || before.digest !== proposal.digest;
    if (proposal.state === 'in_review' && isNewInReview) await this.requestChecks(ctx, proposal);
    // Who watched it before hears of it, and who may see it now.
    const after = await this.proposals.classOf(ctx, proposal.id);
    for (const aclId of new Set([proposal.aclId, after ?? proposal.aclId])) {
      for (const type of ['proposal.changed', 'inbox.changed'] as const)
        this.live.publish(ctx, { type, id: encodeId('proposal', proposal.id), aclId });
    }
  }

  async requestChecks(ctx: TxContext, { id, digest }: Proposal): Promise<void> {
    await this.outbox.add(ctx, { topic: 'review.check', key: id, payload: { proposalId: id, digest } });
  }
}

/** A decision or change names the words it saw; others arrived meanwhile when they differ. */
export function assertDigest(proposal: Proposal, digest: string, field: 'digest' | 'expectedDigest'): void {
  if (proposal.digest === digest) return;
  throw new DomainError('STALE_REVISION', 'The proposal has changed since you looked at it.', {
    hint: 'Look at the newest revision and act on its digest.',
    path: [field],
  });
}
