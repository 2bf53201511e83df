import { Inject, Injectable } from '@nestjs/common';
import { cutAtGrapheme, LIMITS } from '@memory-hub/contracts';
import { centre, type Embedder } from '@memory-hub/models';
import { EMBEDDER } from '../../infrastructure/models';
import { RootLogger } from '../../infrastructure/telemetry';
import { LEG_MILLISECONDS, LegTimeout, within } from './domain/deadline';
import type { Degradation } from './domain/retrieval-query';

/** The query in the language-centred space, or why there is none. */
export type QueryVector = { readonly vector: Float32Array } | { readonly degraded: Degradation };

/** Turns the words of a query into a vector; its faults degrade a search and never fail it. */
@Injectable()
export class MeaningLeg {
  constructor(
    @Inject(EMBEDDER) private readonly embedder: Embedder,
    private readonly log: RootLogger,
  ) {}

  get vectorSpace(): string {
    return this.embedder.space;
  }

  async embedQuery(text: string): Promise<QueryVector> {
    const words = cutAtGrapheme(text, LIMITS.meaningQueryCharacters);
    const abort = new AbortController();
    try {
      const [raw] = await within(
        LEG_MILLISECONDS,
        this.embedder.embed([words], 'query', { priority: 'query', signal: abort.signal }),
      );
      if (raw === undefined) return { degraded: { leg: 'meaning', reason: 'unavailable' } };
      return { vector: centre(raw, words) };
    } catch (error) {
      abort.abort();
      this.log.warn({ err: error }, 'the meaning leg did not answer');
      return {
        degraded: { leg: 'meaning', reason: error instanceof LegTimeout ? 'timeout' : 'unavailable' },
      };
    }
  }
}
