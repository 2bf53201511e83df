import { Inject } from '@nestjs/common';
import type { Settings } from '../../../config';
import { RunsRegularly, type Sweeper } from '../../../infrastructure/queue';
import { SETTINGS_TOKEN } from '../../../infrastructure/settings';
import { Metrics } from '../../../infrastructure/telemetry';
import { PendingSessions } from './pending-sessions.system';

/** Owes extraction to sessions that nothing else would wake. */
@RunsRegularly()
export class PendingSessionsSweeper implements Sweeper {
  readonly name = 'pending sessions';
  readonly everySeconds = 5;

  constructor(
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
    private readonly sessions: PendingSessions,
    metrics: Metrics,
  ) {
    metrics.gauge(
      'extraction_pending_turns',
      'Turns that wait for extraction.',
      async () => (await this.sessions.figures()).turns,
    );
    metrics.gauge(
      'extraction_pending_oldest_seconds',
      'Age of the oldest turn that waits.',
      async () => (await this.sessions.figures()).oldestSeconds,
    );
  }

  async sweep(): Promise<void> {
    await this.sessions.owe(this.settings.MEMHUB_EXTRACT_IDLE_SECONDS);
  }
}
