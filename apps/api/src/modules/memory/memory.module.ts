import { Module } from '@nestjs/common';
import type { LanguageModel } from '@memory-hub/models';
import type { Settings } from '../../config';
import { LANGUAGE_MODEL } from '../../infrastructure/models';
import { SETTINGS_TOKEN } from '../../infrastructure/settings';
import { AssetsModule } from '../assets';
import { IdentityModule } from '../identity';
import { RetrievalModule } from '../retrieval';
import { Arbitration } from './arbitration.service';
import { Capture } from './capture.service';
import { CardsRepository } from './cards.repository';
import { ConversationsRepository } from './conversations.repository';
import { Extraction } from './extraction.service';
import { ExtractionRepository } from './extraction.repository';
import { Extractor } from './extractor';
import { CardResolver } from './graphql/card.resolver';
import { ConversationResolver } from './graphql/conversation.resolver';
import { MemoryResolver } from './graphql/memory.resolver';
import { RecallResolver } from './graphql/recall.resolver';
import { ExtractJob } from './jobs/extract.job';
import { IndexTurnJob } from './jobs/index-turn.job';
import { RenderJob } from './jobs/render.job';
import { SettleJob } from './jobs/settle.job';
import { ChatMemoryStrategy } from './kinds/chat-memory.strategy';
import { ConversationAppendTool } from './mcp/conversation-append.tool';
import { MemoryAddTool } from './mcp/memory-add.tool';
import { MemoryDeleteTool } from './mcp/memory-delete.tool';
import { MemoryRecallTool } from './mcp/memory-recall.tool';
import { MemorySearchTool } from './mcp/memory-search.tool';
import { MemoryTaskWaitTool } from './mcp/memory-task-wait.tool';
import { MemoryTraceTool } from './mcp/memory-trace.tool';
import { MemoryUpdateTool } from './mcp/memory-update.tool';
import { MemoryItems } from './memory-items';
import { Memories } from './memories.service';
import { MemoryReader } from './memory-reader.service';
import { ModelExtractor } from './model-extractor';
import { Recall } from './recall.service';
import { Rendering } from './rendering.service';
import { RulesExtractor } from './rules-extractor';
import { ScenesRepository } from './scenes.repository';
import { Settling } from './settling.service';
import { Snapshots } from './snapshots.service';
import { StableBlocks } from './stable-block.service';
import { SubjectsRepository } from './subjects.repository';
import { FoldHeatSweeper } from './sweepers/fold-heat.sweeper';
import { PendingSessions } from './sweepers/pending-sessions.system';
import { PendingSessionsSweeper } from './sweepers/pending-sessions.sweeper';
import { Traces } from './traces.service';
import { TurnsRepository } from './turns.repository';

const MILLISECONDS = 1_000;

/** A model when one is configured, rules otherwise; which of them made a card stands in its run. */
const extractor = {
  provide: Extractor,
  inject: [LANGUAGE_MODEL, SETTINGS_TOKEN],
  useFactory: (model: LanguageModel | null, settings: Settings): Extractor => {
    const rules = new RulesExtractor();
    return model === null
      ? rules
      : new ModelExtractor(model, settings.MEMHUB_LLM_TIMEOUT_SECONDS * MILLISECONDS, rules);
  },
};

@Module({
  imports: [AssetsModule, IdentityModule, RetrievalModule],
  providers: [
    extractor, Arbitration, Capture, CardResolver, CardsRepository, ChatMemoryStrategy, ConversationAppendTool, ConversationResolver,
    ConversationsRepository, ExtractJob, Extraction, ExtractionRepository, FoldHeatSweeper, IndexTurnJob, Memories, MemoryAddTool, MemoryDeleteTool, MemoryItems,
    MemoryReader, MemoryRecallTool, MemoryResolver, MemorySearchTool, MemoryTaskWaitTool, MemoryTraceTool, MemoryUpdateTool, PendingSessions,
    PendingSessionsSweeper, Recall, RecallResolver, RenderJob, Rendering, ScenesRepository, SettleJob, Settling, Snapshots, StableBlocks, SubjectsRepository, Traces, TurnsRepository,
  ], // prettier-ignore
  exports: [MemoryReader, Recall],
})
export class MemoryModule {}
