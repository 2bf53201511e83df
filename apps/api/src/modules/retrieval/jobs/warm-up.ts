import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { BundledEmbedder } from '@memory-hub/models';
import { warmTokenizer } from '@memory-hub/retrieval';
import { EMBEDDER } from '../../../infrastructure/models';
import { RootLogger } from '../../../infrastructure/telemetry';

/** Loads at the start what the first search would wait for: the embedder in its thread, the dictionary in this one. */
@Injectable()
export class WarmUp implements OnApplicationBootstrap {
  constructor(
    @Inject(EMBEDDER) private readonly embedder: BundledEmbedder,
    private readonly log: RootLogger,
  ) {}

  onApplicationBootstrap(): void {
    this.embedder.ready().catch((error: unknown) => {
      this.log.warn({ err: error }, 'the embedder did not start; the first search tries again');
    });
    warmTokenizer();
  }
}
