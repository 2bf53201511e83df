import { Module } from '@nestjs/common';
import { ChunkRepository } from './chunk.repository';
import { ChunkStore } from './chunk-store';
import { SearchResolver } from './graphql/search.resolver';
import { EmbeddingPump } from './jobs/embedding-pump';
import { VectorLoader } from './jobs/vector-loader';
import { WarmUp } from './jobs/warm-up';
import { HubSearchTool } from './mcp/hub-search.tool';
import { MeaningLeg } from './meaning-leg';
import { NamesRepository } from './names.repository';
import { Retriever } from './retriever.service';
import { SearchPages } from './search-pages';
import { SubjectsOfSearch } from './subjects-of-search.repository';
import { SearchRepository } from './search.repository';
import { SearchView } from './search-view.service';
import { FoldClassStatistics } from './sweepers/fold-class-statistics.sweeper';
import { EmbeddingSignal } from './vectors/embedding-signal';
import { VectorIndex } from './vectors/vector-index';
import { VectorRows } from './vectors/vector-rows.system';

@Module({
  providers: [
    ChunkRepository,
    ChunkStore,
    EmbeddingPump,
    EmbeddingSignal,
    FoldClassStatistics,
    HubSearchTool,
    MeaningLeg,
    NamesRepository,
    Retriever,
    SearchPages,
    SearchRepository,
    SearchResolver,
    SearchView,
    SubjectsOfSearch,
    VectorIndex,
    VectorLoader,
    VectorRows,
    WarmUp,
  ],
  exports: [ChunkStore, Retriever, SearchView, VectorIndex],
})
export class RetrievalModule {}
