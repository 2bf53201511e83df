import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { newId, type LiveEvent } from '@memory-hub/contracts';
import { SYSTEM_CLIENT, type SystemClient, type TxContext } from '../prisma';
import { RootLogger } from '../telemetry';
import { CHANNEL, packNotices, type Notice } from './notices';

/** An event and who may hear of it. */
export interface LiveChange extends LiveEvent {
  /** Access class of the changed row. */
  readonly aclId: string;
}

/** Changes that come within this time are told together. */
const GATHER_MS = 20;

/** Tells browsers that something changed. Only a hint: whoever misses it sees the change at the next read. */
@Injectable()
export class LiveEvents implements BeforeApplicationShutdown {
  private waiting = new Map<string, Notice>();
  private timer: NodeJS.Timeout | null = null;
  private sending: Promise<void> = Promise.resolve();

  constructor(
    @Inject(SYSTEM_CLIENT) private readonly system: SystemClient,
    private readonly log: RootLogger,
  ) {}

  /** Tells of a change once its transaction is committed. */
  publish(ctx: TxContext, change: LiveChange): void {
    ctx.afterCommit(() => this.publishCommitted([change]));
  }

  /** Tells of changes that are committed already. */
  publishCommitted(changes: readonly LiveChange[]): void {
    for (const { type, id, aclId } of changes)
      this.waiting.set(`${type} ${id} ${aclId}`, { no: newId(), type, id, aclId });
    if (changes.length > 0) this.timer ??= setTimeout(() => void this.send(), GATHER_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.send();
  }

  private async send(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const notices = [...this.waiting.values()];
    this.waiting = new Map();
    this.sending = this.sending.then(() => this.notify(notices));
    return this.sending;
  }

  private async notify(notices: readonly Notice[]): Promise<void> {
    try {
      for (const text of packNotices(notices))
        await this.system.$executeRaw`SELECT pg_notify(${CHANNEL}, ${text})`;
    } catch (error) {
      this.log.warn({ err: error, lost: notices.length }, 'live events could not be told');
    }
  }
}
