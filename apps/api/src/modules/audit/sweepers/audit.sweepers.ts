import { RunsRegularly, type Sweeper } from '../../../infrastructure/queue';
import { HealthBoard, RootLogger } from '../../../infrastructure/telemetry';
import { AuditTrail, type AuditVerdict } from '../audit-trail.system';

/** Seals what was written since the last second. */
@RunsRegularly()
export class SealAudit implements Sweeper {
  readonly name = 'audit seals';
  readonly everySeconds = 1;

  constructor(private readonly trail: AuditTrail) {}

  async sweep(signal: AbortSignal): Promise<void> {
    await this.trail.seal(signal);
  }
}

/** Verifies the chain at the start and once a day; a break is an alarm in the log and on the health page. */
@RunsRegularly()
export class VerifyAudit implements Sweeper {
  readonly name = 'audit verification';
  readonly everySeconds = 86_400;
  private verdict: AuditVerdict | null = null;

  constructor(
    private readonly trail: AuditTrail,
    private readonly log: RootLogger,
    health: HealthBoard,
  ) {
    health.register(async () => {
      const broken = this.verdict !== null && !this.verdict.holds;
      return {
        name: 'audit log',
        state: broken ? 'degraded' : 'ok',
        detail: detailOf(this.verdict),
        required: false,
      };
    });
  }

  async sweep(signal: AbortSignal): Promise<void> {
    this.verdict = await this.trail.verify(signal);
    if (!this.verdict.holds)
      this.log.error(
        { fault: this.verdict.fault, sealedTo: this.verdict.sealedTo },
        'the audit chain is broken',
      );
  }
}

function detailOf(verdict: AuditVerdict | null): string {
  if (verdict === null) return 'It is verified by the worker role.';
  if (!verdict.holds)
    return `The chain is broken: ${verdict.fault ?? 'unknown'}. It holds up to seal ${verdict.sealedTo}.`;
  return `The chain holds up to seal ${verdict.sealedTo}.`;
}
