import type { ServerResponse } from 'node:http';
import { DomainError } from '@memory-hub/contracts';
import type { Authenticator, RequestContext } from '../../common';
import type { Notice } from './notices';

/** Events that may wait for one slow browser; with more it is better off to read everything again. */
const WAITING = 500;
const BUFFERED_BYTES = 256 * 1024;
/** Events that come within this time are delivered together, after one look at the rights. */
const GATHER_MS = 50;

export interface StreamLog {
  warn(facts: object, message: string): void;
}

/** What decides about a stream: who asks as of now, and what they can load. */
export interface StreamRights {
  readonly authenticator: Authenticator;
  /** Whether an object can be loaded by its id. */
  readonly isVisible: (ctx: RequestContext, id: string) => Promise<boolean>;
}

/** One browser that listens. What it is told is decided by the rights it has at that moment. */
export class EventStream {
  private waiting: Notice[] = [];
  private timer: NodeJS.Timeout | null = null;
  private checking: Promise<void> = Promise.resolve();
  private closed = false;

  constructor(
    private ctx: RequestContext,
    private readonly response: ServerResponse,
    private readonly rights: StreamRights,
    private readonly log: StreamLog,
  ) {}

  get principalId(): string | null {
    return this.ctx.principalId;
  }

  push(notices: readonly Notice[]): void {
    if (this.closed || notices.length === 0) return;
    this.waiting.push(...notices);
    if (this.waiting.length > WAITING) return this.close();
    this.timer ??= setTimeout(() => void this.check(), GATHER_MS);
  }

  /** Looks whether the session or key still holds, and delivers what waits and may be seen now. */
  async check(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.checking = this.checking.then(() => this.checkNow());
    return this.checking;
  }

  /** A line that keeps proxies from closing the connection. */
  beat(): void {
    this.write(': beat\n\n');
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    if (this.timer !== null) clearTimeout(this.timer);
    this.waiting = [];
    // Kept alive, the connection would hold up the end of the server until the browser lets go of it.
    const { socket } = this.response;
    this.response.end(() => socket?.destroy());
  }

  private async checkNow(): Promise<void> {
    if (this.closed) return;
    const current = await this.current();
    if (current === 'unknown') return;
    if (current === null) return this.close();
    this.ctx = current;
    const notices = this.waiting;
    this.waiting = [];
    const visible = await this.visible(current, notices);
    if (visible === 'unknown') return this.close();
    this.write(visible.map(written).join(''));
  }

  /**
   * What the principal may hear of. A person may whatever is of a class of theirs. An agent holds classes of its owner
   * and reads only what is mounted on it and its own, so each object is looked up as `node` would.
   */
  private async visible(
    ctx: RequestContext,
    notices: readonly Notice[],
  ): Promise<readonly Notice[] | 'unknown'> {
    const classes = new Set(ctx.classes);
    const readable = notices.filter(({ aclId }) => classes.has(aclId));
    if (ctx.mounted === null) return readable;
    const ids = new Set<string>();
    try {
      for (const id of new Set(readable.map((notice) => notice.id)))
        if (await this.rights.isVisible(ctx, id)) ids.add(id);
    } catch (error) {
      this.log.warn({ err: error }, 'what a live stream may tell could not be looked up');
      return 'unknown';
    }
    return readable.filter(({ id }) => ids.has(id));
  }

  /** The rights as of now; null when there are none any more, unknown while the database does not answer. */
  private async current(): Promise<RequestContext | null | 'unknown'> {
    try {
      return await this.rights.authenticator.refresh(this.ctx);
    } catch (error) {
      if (error instanceof DomainError && error.code !== 'UNAVAILABLE') return null;
      this.log.warn({ err: error }, 'the rights behind a live stream could not be looked up');
      return 'unknown';
    }
  }

  private write(text: string): void {
    if (this.closed || text === '') return;
    this.response.write(text);
    if (this.response.writableLength > BUFFERED_BYTES) this.close();
  }
}

/** Type and id, nothing else: the client reads the object again. */
function written({ no, type, id }: Notice): string {
  return `id: ${no}\nevent: ${type}\ndata: ${JSON.stringify({ type, id })}\n\n`;
}
