export { LoadoutReader, type LoadoutPart, type StableLoadout } from './domain/loadout-reader';
export type { MemoryCounts } from './domain/conversation';
export { MemoryModule } from './memory.module';
export { MemoryReader } from './memory-reader.service';
export { Recall, type RecallAnswer, type RecallInput, type UsedItem } from './recall.service';
export { InjectedItem } from './graphql/recall.types';
export { injectedItem } from './graphql/recall.views';
