import { Injectable } from '@nestjs/common';
import { extractCards, EXTRACTOR_VERSION } from '@memory-hub/memory';
import { Extractor, type ExtractionInput, type ExtractionOutput } from './extractor';

/** Extraction without a model. */
@Injectable()
export class RulesExtractor extends Extractor {
  override readonly kind = 'rules';
  override readonly version = EXTRACTOR_VERSION;

  override async extract({ turns, background, zone, now }: ExtractionInput): Promise<ExtractionOutput> {
    return { version: this.version, ...extractCards(turns, background, { zone, now }) };
  }
}
