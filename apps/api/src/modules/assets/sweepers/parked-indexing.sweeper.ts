import { RunsRegularly, type Sweeper } from '../../../infrastructure/queue';
import { ParkedIndexing } from './parked-indexing.system';

/** Tries the indexing of assets again that was given up. */
@RunsRegularly()
export class ParkedIndexingSweeper implements Sweeper {
  readonly name = 'parked indexing';
  readonly everySeconds = 60;

  constructor(private readonly indexing: ParkedIndexing) {}

  async sweep(): Promise<void> {
    await this.indexing.tryAgain();
  }
}
