import { Module } from '@nestjs/common';
import { RetrievalModule } from '../retrieval';
import { SpacesModule } from '../spaces';
import { AssetActs } from './asset-acts';
import { AssetIndexer } from './asset-indexer.system';
import { AssetKinds } from './asset-kinds';
import { AssetTexts } from './asset-texts';
import { AssetsRepository } from './assets.repository';
import { Assets } from './assets.service';
import { Drafting } from './drafting';
import { AssetNames } from './graphql/asset-names';
import { AssetResolver } from './graphql/asset.resolver';
import { AssetRows } from './graphql/asset-rows';
import { ProposalResolver } from './graphql/proposal.resolver';
import { RevisionResolver } from './graphql/revision.resolver';
import { AssetIndexJob } from './jobs/asset-index.job';
import { ParkedIndexingSweeper } from './sweepers/parked-indexing.sweeper';
import { ParkedIndexing } from './sweepers/parked-indexing.system';
import { SkillStrategy } from './kinds/skill/skill.strategy';
import { HubReadTool } from './mcp/hub-read.tool';
import { ProposalDesk } from './proposal-desk';
import { ProposalReader } from './proposal-reader';
import { Proposing } from './proposing';
import { ProposalsRepository } from './proposals.repository';
import { Proposals } from './proposals.service';
import { ReadableItems } from './readable-items';
import { RevisionsRepository } from './revisions.repository';
import { Settlement } from './settlement';

@Module({
  imports: [RetrievalModule, SpacesModule],
  providers: [
    AssetActs,
    AssetIndexer,
    AssetIndexJob,
    AssetKinds,
    AssetNames,
    AssetResolver,
    AssetRows,
    Assets,
    AssetsRepository,
    AssetTexts,
    Drafting,
    HubReadTool,
    ParkedIndexing,
    ParkedIndexingSweeper,
    ProposalDesk,
    ProposalReader,
    ProposalResolver,
    Proposals,
    ProposalsRepository,
    Proposing,
    ReadableItems,
    RevisionResolver,
    RevisionsRepository,
    Settlement,
    SkillStrategy,
  ],
  exports: [
    AssetKinds,
    AssetNames,
    AssetRows,
    Assets,
    ProposalDesk,
    ProposalReader,
    Proposals,
    ReadableItems,
  ],
})
export class AssetsModule {}
