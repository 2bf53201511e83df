import { RunsRegularly, type Sweeper } from '../../../infrastructure/queue';
import { PendingSessions } from './pending-sessions.system';

/** Folds the hits of scenes that searches only note. */
@RunsRegularly()
export class FoldHeatSweeper implements Sweeper {
  readonly name = 'fold heat';
  readonly everySeconds = 30;

  constructor(private readonly sessions: PendingSessions) {}

  async sweep(): Promise<void> {
    await this.sessions.foldHeat();
  }
}
