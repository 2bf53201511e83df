import { RunsRegularly, type Sweeper } from '../../../infrastructure/queue';
import { GivenUpChecks } from './given-up-checks.system';

/** Ends checks that nobody runs any more, so that they can be asked for again. */
@RunsRegularly()
export class GivenUpChecksSweeper implements Sweeper {
  readonly name = 'given up checks';
  readonly everySeconds = 10;

  constructor(private readonly checks: GivenUpChecks) {}

  async sweep(): Promise<void> {
    await this.checks.tell();
  }
}
