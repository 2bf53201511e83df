import { Injectable } from '@nestjs/common';
import { notFound } from '@memory-hub/contracts';
import type { RequestContext } from '../../common';
import { UnitOfWork, type TxContext } from '../../infrastructure/prisma';
import type { Page, PageRequest } from '../../infrastructure/graphql';
import { AssetsRepository } from './assets.repository';
import type { Asset, Proposal, Revision } from './domain/asset';
import { diffFiles, type FileDiff } from './domain/diff';
import { ProposalsRepository, type ProposalFilter } from './proposals.repository';
import { RevisionsRepository } from './revisions.repository';

/** Reads proposals, as far as the principal may. */
@Injectable()
export class ProposalReader {
  constructor(
    private readonly work: UnitOfWork,
    private readonly assets: AssetsRepository,
    private readonly revisions: RevisionsRepository,
    private readonly proposals: ProposalsRepository,
  ) {}

  async find(ctx: RequestContext, id: string): Promise<Proposal | null> {
    return this.work.read(ctx, (tx) => this.proposals.find(tx, id));
  }

  /** @throws DomainError NOT_FOUND when it is missing or hidden */
  async getOrThrow(ctx: RequestContext, id: string): Promise<Proposal> {
    const proposal = await this.find(ctx, id);
    if (proposal === null) throw notFound('proposal');
    return proposal;
  }

  /** A proposal with its asset and its first words. @throws DomainError NOT_FOUND when any of it is hidden */
  async firstOf(
    ctx: RequestContext,
    proposal: Proposal,
  ): Promise<{ proposal: Proposal; asset: Asset; revision: Revision }> {
    return this.work.read(ctx, async (tx) => {
      const asset = await this.assets.find(tx, proposal.assetId);
      const revision = await this.revisions.firstOf(tx, proposal.id);
      if (asset === null || revision === null) throw notFound('proposal');
      return { proposal, asset, revision };
    });
  }

  /** The number of the next proposal of a held asset that goes into review. */
  async nextNumber(ctx: TxContext, assetId: string): Promise<number> {
    return this.proposals.nextNumber(ctx, assetId);
  }

  /** Those of these proposals that are readable, in the order asked for. */
  async findMany(ctx: RequestContext, ids: readonly string[]): Promise<Proposal[]> {
    const rows = new Map(
      (await this.work.read(ctx, (tx) => this.proposals.findMany(tx, ids))).map((row) => [row.id, row]),
    );
    return ids.flatMap((id) => rows.get(id) ?? []);
  }

  async list(ctx: RequestContext, filter: ProposalFilter, page: PageRequest): Promise<Page<Proposal>> {
    return this.work.read(ctx, (tx) => this.proposals.list(tx, filter, page));
  }

  /** What the proposal changes, against its base; against nothing when the base is hidden from the reader. */
  async diff(ctx: RequestContext, proposal: Proposal): Promise<FileDiff[]> {
    return this.work.read(ctx, async (tx) => {
      const before =
        proposal.baseRevisionId === null ? [] : await this.revisions.files(tx, proposal.baseRevisionId);
      return diffFiles(before, await this.revisions.files(tx, proposal.revisionId));
    });
  }
}
