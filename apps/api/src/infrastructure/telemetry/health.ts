import { Injectable } from '@nestjs/common';

export interface HealthPart {
  readonly name: string;
  readonly state: 'ok' | 'degraded' | 'down' | 'off';
  /** One sentence that says what is in use or what is missing. */
  readonly detail: string;
  /** A part that is down and required makes the hub not ready. */
  readonly required: boolean;
}

/** Parts of the hub report here; `/readyz`, the health query and `memhub doctor` read it. */
@Injectable()
export class HealthBoard {
  private readonly probes: (() => Promise<HealthPart>)[] = [];

  register(probe: () => Promise<HealthPart>): void {
    this.probes.push(probe);
  }

  /** Asks every part. A probe that fails is a part that is down. */
  async parts(): Promise<HealthPart[]> {
    const settled = await Promise.allSettled(this.probes.map((probe) => probe()));
    return settled.map((result) =>
      result.status === 'fulfilled'
        ? result.value
        : { name: 'probe', state: 'down', detail: 'a health probe failed', required: true },
    );
  }
}
