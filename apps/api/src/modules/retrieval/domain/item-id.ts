import { encodeId, type IdType } from '@memory-hub/contracts';
import type { SearchKind } from './indexed-item';
import type { Hit } from './retrieval-query';

const ITEM_TYPES = {
  skill: 'asset',
  chat_memory: 'asset',
  card: 'card',
  scene: 'scene',
  persona: 'persona',
  turn: 'turn',
} as const satisfies Record<SearchKind, IdType>;

/** The id under which clients know a found item; pieces of an asset carry the asset's. */
export function itemIdOf(hit: Hit): string {
  return encodeId(ITEM_TYPES[hit.kind], hit.assetId ?? hit.itemId);
}
