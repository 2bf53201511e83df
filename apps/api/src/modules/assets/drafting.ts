import { Injectable } from '@nestjs/common';
import {
  DomainError,
  invalidInput,
  newId,
  notFound,
  type AssetKind,
  type Visibility,
} from '@memory-hub/contracts';
import { assertCan } from '@memory-hub/permissions';
import { AccessClasses, type TxContext } from '../../infrastructure/prisma';
import { spaceFactsOf, Spaces } from '../spaces';
import { AssetsRepository } from './assets.repository';
import type { Asset, Proposal } from './domain/asset';
import type { AssetFile, AssetSummary } from './domain/asset-kind';
import { assetFacts, proposalTokens, rowTokens } from './domain/facts';
import { ProposalDesk } from './proposal-desk';
import type { Proposer } from './proposing';
import { ProposalsRepository } from './proposals.repository';
import { RevisionsRepository } from './revisions.repository';

/** A proposal as it was read and checked. */
export interface Draft {
  readonly spaceId: string;
  readonly kind: AssetKind;
  readonly assetId: string | null;
  readonly baseRevisionId: string | null;
  readonly title: string;
  readonly message: string;
  readonly visibility: Visibility | null;
  readonly tags: readonly string[] | null;
  readonly files: readonly AssetFile[];
  readonly summary: AssetSummary;
  readonly submit: boolean;
}

/** Makes the rows of a new proposal inside a transaction. */
@Injectable()
export class Drafting {
  constructor(
    private readonly spaces: Spaces,
    private readonly assets: AssetsRepository,
    private readonly revisions: RevisionsRepository,
    private readonly proposals: ProposalsRepository,
    private readonly classes: AccessClasses,
    private readonly desk: ProposalDesk,
  ) {}

  /** The asset that is to change, held; a new one when the draft names none. */
  async assetOf(ctx: TxContext, draft: Draft): Promise<Asset> {
    return draft.assetId === null
      ? this.createAsset(ctx, draft)
      : this.assetToChange(ctx, draft.assetId, draft);
  }

  async addProposal(
    ctx: TxContext,
    draft: Draft,
    { asset, author }: Pick<Proposer, 'author'> & { asset: Asset },
  ): Promise<Proposal> {
    const [id, revisionId, userId] = [newId(), newId(), ctx.userId ?? ''];
    const state = draft.submit ? 'in_review' : 'draft';
    const aclId = await this.classes.ensure(
      ctx,
      proposalTokens({ state, authorId: userId, coAuthorIds: [] }, asset),
    );
    const number = await this.revisions.nextNumber(ctx, { assetId: asset.id, proposalId: null });
    const digest = await this.revisions.insert(ctx, {
      id: revisionId, assetId: asset.id, spaceId: asset.spaceId, proposalId: id, number, message: draft.message, ...author,
      parentId: asset.publishedRevisionId, aclId, files: draft.files,
    }); // prettier-ignore
    const proposal: Proposal = {
      id, assetId: asset.id, spaceId: asset.spaceId, aclId, acl: [], number: await this.proposals.nextNumber(ctx, asset.id),
      title: draft.title, message: draft.message, state, visibility: draft.visibility ?? asset.visibility, tags: draft.tags ?? asset.tags, ...author,
      authorUserId: userId, lastEditorId: userId, coAuthorIds: [], baseRevisionId: asset.publishedRevisionId, revisionId, digest,
      createdAt: ctx.now, submittedAt: draft.submit ? ctx.now : null, updatedAt: ctx.now,
    }; // prettier-ignore
    await this.proposals.insert(ctx, proposal);
    await this.desk.save(ctx, { proposal, asset }, null);
    return proposal;
  }

  private async createAsset(
    ctx: TxContext,
    { spaceId, kind, summary, visibility, title, tags }: Draft,
  ): Promise<Asset> {
    const space = await this.spaces.getOrThrow(ctx, spaceId);
    assertCan(ctx.ability, 'createAsset', 'Space', spaceFactsOf(space));
    const [same] = await this.assets.named(ctx, { spaceId, kind, name: summary.name });
    if (same !== undefined) throw nameTaken(summary.name);
    const ownerId = ctx.userId ?? '';
    const draft: Asset = {
      id: newId(), orgId: ctx.orgId, spaceId, spaceKind: space.kind, spaceOwnerId: space.ownerId, aclId: '', kind, name: summary.name,
      title, description: summary.description, ownerId, visibility: visibility ?? (space.kind === 'personal' ? 'private' : 'team'),
      status: 'none', tags: tags ?? [], publishedRevisionId: null, createdAt: ctx.now, updatedAt: ctx.now, grants: [], acl: [],
    }; // prettier-ignore
    const acl = rowTokens(draft, [{ state: 'draft', authorId: ownerId, coAuthorIds: [] }]);
    await this.assets.insert(ctx, { ...draft, aclId: await this.classes.ensure(ctx, acl) });
    const asset = await this.assets.hold(ctx, draft.id);
    if (asset === null) throw new Error('a new asset could not be read back');
    return asset;
  }

  private async assetToChange(ctx: TxContext, id: string, draft: Draft): Promise<Asset> {
    const asset = await this.assets.hold(ctx, id);
    if (asset === null || asset.kind !== draft.kind) throw notFound('asset');
    assertCan(ctx.ability, 'propose', 'Asset', assetFacts(asset));
    if (asset.spaceId !== draft.spaceId)
      throw invalidInput(['spaceId'], 'The asset is in another space.', 'Send the id of its own space.');
    if (asset.name !== draft.summary.name)
      throw invalidInput(
        ['files'],
        `The asset is called ${asset.name}, these files call it ${draft.summary.name}.`,
        'Keep the name, or propose the files as a new asset.',
      );
    if (asset.publishedRevisionId !== draft.baseRevisionId)
      throw new DomainError(
        'STALE_REVISION',
        'The asset has another live revision than the one this change is based on.',
        {
          hint: 'Load the live revision, apply the change to it, and propose again.',
          path: ['baseRevisionId'],
        },
      );
    return asset;
  }
}

/** The error of a second asset of one name. */
export function nameTaken(name: string): DomainError {
  return new DomainError('CONFLICT', `There is already an asset called ${name} in this space.`, {
    hint: 'Propose a change of it, or choose another name.',
    path: ['name'],
  });
}
