import { RunsRegularly, type Sweeper } from '../../../infrastructure/queue';
import { VectorRows } from '../vectors/vector-rows.system';

/** Folds the corpus statistics that writers only append to. */
@RunsRegularly()
export class FoldClassStatistics implements Sweeper {
  readonly name = 'fold class statistics';
  readonly everySeconds = 5;

  constructor(private readonly rows: VectorRows) {}

  async sweep(): Promise<void> {
    await this.rows.fold();
  }
}
