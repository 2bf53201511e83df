import {
  classOfAsset,
  classOfProposal,
  widens,
  type AssetClassFacts,
  type AssetFacts,
  type OpenProposal,
  type ProposalFacts,
} from '@memory-hub/permissions';
import type { Asset, Proposal } from './asset';

/** What decides who reads the asset's content. */
export function assetClassFacts(asset: Asset): AssetClassFacts {
  const { orgId, spaceId, spaceKind, spaceOwnerId, ownerId, status, visibility, grants } = asset;
  return { orgId, spaceId, spaceKind, spaceOwnerId, ownerId, status, visibility, grants };
}

/** Readers of published content. */
export function contentTokens(asset: Asset): string[] {
  return classOfAsset(assetClassFacts(asset));
}

/** Readers of the asset's own row: of its content, and of every proposal that is still on its way. */
export function rowTokens(asset: Asset, proposals: readonly OpenProposal[]): string[] {
  return classOfAsset({ ...assetClassFacts(asset), proposals });
}

export function proposalTokens(proposal: OpenProposal, asset: Asset): string[] {
  return classOfProposal({
    state: proposal.state,
    authorId: proposal.authorId,
    coAuthorIds: proposal.coAuthorIds,
    asset: assetClassFacts(asset),
  });
}

export function assetFacts(asset: Asset): AssetFacts {
  const { id, spaceId, spaceKind, spaceOwnerId, ownerId, status, visibility, acl } = asset;
  return { id, spaceId, spaceKind, spaceOwnerId, ownerId, status, visibility, acl };
}

export function proposalFacts(proposal: Proposal, asset: Asset, selfApprovalAllowed: boolean): ProposalFacts {
  return {
    id: proposal.id,
    spaceId: asset.spaceId,
    spaceKind: asset.spaceKind,
    spaceOwnerId: asset.spaceOwnerId,
    acl: proposal.acl,
    assetId: asset.id,
    assetOwnerId: asset.ownerId,
    state: proposal.state,
    authorId: proposal.authorUserId,
    authorAgentId: proposal.authorKind === 'agent' ? proposal.authorId : null,
    coAuthorIds: proposal.coAuthorIds,
    lastEditorId: proposal.lastEditorId,
    selfApprovalAllowed,
    widens: widensOnPublish(proposal, asset),
  };
}

/** Whether publishing would let in somebody who may not read the asset's content now. */
export function widensOnPublish(proposal: Proposal, asset: Asset): boolean {
  return widens(contentTokens(asset), tokensAfterPublish(proposal, asset));
}

/** Readers of the content once the proposal is published. */
export function tokensAfterPublish(proposal: Pick<Proposal, 'visibility'>, asset: Asset): string[] {
  return contentTokens({ ...asset, status: 'published', visibility: proposal.visibility });
}
