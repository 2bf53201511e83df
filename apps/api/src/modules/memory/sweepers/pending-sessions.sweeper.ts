import { Inject } from '@nestjs/common';
import type { Settings } from '../../../config';
import { RunsRegularly, type Sweeper } from '../../../infrastructure/queue';
import { SETTINGS_TOKEN } from '../../../infrastructure/settings';
import { HealthBoard, Metrics, type HealthPart } from '../../../infrastructure/telemetry';
import { Extractor } from '../extractor';
import { PendingSessions } from './pending-sessions.system';

/** Owes extraction to sessions that nothing else would wake. */
@RunsRegularly()
export class PendingSessionsSweeper implements Sweeper {
  readonly name = 'pending sessions';
  readonly everySeconds = 5;

  constructor(
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
    private readonly sessions: PendingSessions,
    private readonly extractor: Extractor,
    metrics: Metrics,
    health: HealthBoard,
  ) {
    health.register(() => this.health());
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
  /** What makes the cards, and whether it keeps up. */
  private async health(): Promise<HealthPart> {
    const { turns, oldestSeconds, lastError } = await this.sessions.figures();
    const by = this.extractor.kind === 'model' ? 'a language model' : 'rules';
    const waits =
      turns === 0
        ? 'no turn waits'
        : `${turns} ${turns === 1 ? 'turn waits' : 'turns wait'}, the oldest for ${Math.round(oldestSeconds)} s`;
    const failed = lastError === null ? '' : `; the last try failed: ${lastError}`;
    return {
      name: 'extraction',
      state: lastError === null ? 'ok' : 'degraded',
      detail: `by ${by}; ${waits}${failed}`,
      required: false,
    };
  }
}
