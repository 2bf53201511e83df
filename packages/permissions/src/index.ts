export { assertCan, can, defineAbility, viewerCan, type Ability } from './ability';
export { classHash, isReadable, mayRead, mountedAssetIds, widens, type ReadableRow } from './access-class';
export {
  classOfAsset,
  classOfProposal,
  grantToken,
  type AssetClassFacts,
  type Grantee,
  type OpenProposal,
  type ProposalClassFacts,
} from './classes/asset';
export {
  classOfAgent,
  classOfApiKey,
  classOfAuditEntry,
  classOfInvitation,
  classOfMembership,
  classOfMount,
  classOfReviewPolicy,
  classOfSpace,
  classOfTask,
} from './classes/control';
export { classOfMemory, type MemoryClassFacts } from './classes/memory';
export * from './facts';
export {
  approvalsMet,
  countApprovals,
  selfApprovalAllowed,
  type ApprovalCount,
  type ApprovalPolicy,
  type DecidedRevision,
  type Decision,
} from './lifecycle/approvals';
export { ASSET_ACTIONS, assetTransition, type AssetAction } from './lifecycle/asset';
export {
  PROPOSAL_ACTIONS,
  transition,
  type ProposalAction,
  type ProposalProgress,
} from './lifecycle/proposal';
export {
  hasScope,
  type AgentPrincipal,
  type AnonymousPrincipal,
  type Principal,
  type SpaceMembership,
  type UserPrincipal,
} from './principal';
export { spaceIdsWithRole } from './roles';
export { tokensOf } from './tokens';
