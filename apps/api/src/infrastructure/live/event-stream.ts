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

/** One browser that listens. What it is told is decided by the rights it has at that moment. */
export class EventStream {
  private waiting: Notice[] = [];
  private timer: NodeJS.Timeout | null = null;
  private checking: Promise<void> = Promise.resolve();
  private closed = false;

  constructor(
    private ctx: RequestContext,
    private readonly response: ServerResponse,
    private readonly authenticator: Authenticator,
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
    const visible = new Set(current.classes);
    this.write(
      notices
        .filter(({ aclId }) => visible.has(aclId))
        .map(written)
        .join(''),
    );
  }

  /** The rights as of now; null when there are none any more, unknown while the database does not answer. */
  private async current(): Promise<RequestContext | null | 'unknown'> {
    try {
      return await this.authenticator.refresh(this.ctx);
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
