import type { PayloadOf } from '@memory-hub/contracts';
import type { RequestContext } from '../../../common';
import { HandlesTopic, type JobHandler, type JobResult } from '../../../infrastructure/queue';
import { AssetIndexer } from '../asset-indexer.system';

/** An asset has changed: its place in the index follows the row as it is now. */
@HandlesTopic('asset.index')
export class AssetIndexJob implements JobHandler<'asset.index'> {
  constructor(private readonly indexer: AssetIndexer) {}

  async run(ctx: RequestContext, { assetId }: PayloadOf<'asset.index'>): Promise<JobResult> {
    return this.indexer.bringInLine(ctx, assetId);
  }
}
