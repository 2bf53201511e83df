export type { AssetFilter, MountingAgent } from './assets.repository';
export { Assets } from './assets.service';
export { AssetsModule } from './assets.module';
export type { Asset as AssetRow, Proposal, Revision as RevisionRow } from './domain/asset';
export { AssetKinds } from './asset-kinds';
export {
  CHECK_NAMES,
  type AssetFile,
  type AssetKindStrategy,
  type AssetSummary,
  type CheckFinding,
  type CheckName,
} from './domain/asset-kind';
export { assetFacts, contentTokens, proposalFacts, tokensAfterPublish } from './domain/facts';
export { assertStep, assetStep } from './domain/steps';
export { readText } from './domain/texts';
export { nameTaken } from './drafting';
export { AssetNames } from './graphql/asset-names';
export { AssetRows, assetView, proposalView, revisionView } from './graphql/asset-rows';
export { ProposalActInput } from './graphql/assets.inputs';
export {
  Asset,
  Proposal as ProposalNode,
  ProposalConnection,
  ProposalPayload,
  Revision,
} from './graphql/assets.types';
export { proposed } from './graphql/proposal.resolver';
export { assertDigest, ProposalDesk, type Held } from './proposal-desk';
export { ProposalReader } from './proposal-reader';
export { Proposals, type ProposeInput } from './proposals.service';
export { receivedRevision } from './received-revision.repository';
export { ReadableItems, type ItemReader, type ReadableItem } from './readable-items';
