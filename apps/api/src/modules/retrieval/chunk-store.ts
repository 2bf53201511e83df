import { Injectable } from '@nestjs/common';
import type { TxContext } from '../../infrastructure/prisma';
import { ChunkRepository } from './chunk.repository';
import type { IndexedItem } from './domain/indexed-item';
import { EmbeddingSignal } from './vectors/embedding-signal';
import { VectorIndex } from './vectors/vector-index';

/** Keeps what can be found in step with the rows, in the transaction that changes the rows. */
@Injectable()
export class ChunkStore {
  constructor(
    private readonly chunks: ChunkRepository,
    private readonly vectors: VectorIndex,
    private readonly embedding: EmbeddingSignal,
  ) {}

  /** Adds items that are new to the index. Found by keyword with the commit, by meaning once embedded. */
  async add(ctx: TxContext, items: readonly IndexedItem[]): Promise<void> {
    const written = await this.chunks.insert(ctx, items);
    if (written.length > 0) ctx.afterCommit(() => this.embedding.wake());
  }

  /** Replaces everything that the index has of one item. Two that replace the same item do so one after the other. */
  async put(ctx: TxContext, item: IndexedItem): Promise<void> {
    await this.chunks.hold(ctx, item.itemId);
    await this.remove(ctx, [item.itemId]);
    await this.add(ctx, [item]);
  }

  /** Takes items out of both legs in this transaction. */
  async remove(ctx: TxContext, itemIds: readonly string[]): Promise<void> {
    this.forget(ctx, await this.chunks.remove(ctx, itemIds));
  }

  /** Takes everything of an asset out of both legs. */
  async removeAsset(ctx: TxContext, assetId: string): Promise<void> {
    this.forget(ctx, await this.chunks.removeAsset(ctx, assetId));
  }

  /** Changes validity, tags and category of an item whose text stays. */
  async touch(
    ctx: TxContext,
    itemId: string,
    change: { validTo: Date | null; tags: readonly string[]; category: string | null },
  ): Promise<void> {
    await this.chunks.update(ctx, itemId, change);
  }

  private forget(ctx: TxContext, numbers: readonly bigint[]): void {
    if (numbers.length > 0) ctx.afterCommit(() => this.vectors.forget(numbers));
  }
}
