import { DomainError, LIMITS } from '@memory-hub/contracts';
import type { HubClient } from '../hub/hub-client';
import { CAPTURE, EXTRACT } from '../hub/operations';
import type { ImportReport, RowStatus } from './report';
import type { ImportedTurn } from './row';

/** A row on its way to the hub. */
export interface WaitingRow {
  readonly file: string;
  readonly line: number;
  readonly turns: readonly ImportedTurn[];
}

export interface Session {
  readonly sessionId: string;
  readonly subject: string | null;
  readonly title: string | null;
}

export interface Delivery {
  readonly hub: HubClient;
  readonly agentId: string | null;
  readonly report: ImportReport;
  /** Waits before the next try; replaced in tests. */
  readonly pause: (ms: number) => Promise<void>;
  readonly note: (text: string) => void;
}

const BATCH_TURNS = 200;
const BATCH_CHARACTERS = 2 * 1024 * 1024;
const TRIES = 6;
/** After any of these nothing later can succeed. */
const HOPELESS = new Set(['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'CONFIG_INVALID', 'INTERNAL']);

/** Sends the rows of one session in batches, in their order, and reports each. */
export class SessionDelivery {
  private waiting: WaitingRow[] = [];
  private turns = 0;
  private characters = 0;
  private stored = 0;

  constructor(
    private readonly session: Session,
    private readonly to: Delivery,
  ) {}

  async add(row: WaitingRow): Promise<void> {
    const size = row.turns.reduce((sum, { content }) => sum + content.length, 0);
    const isFull = this.turns + row.turns.length > BATCH_TURNS || this.characters + size > BATCH_CHARACTERS;
    const full = isFull ? this.take() : [];
    this.waiting.push(row);
    this.turns += row.turns.length;
    this.characters += size;
    await this.deliver(full);
  }

  /** Sends what waits. */
  async flush(): Promise<void> {
    await this.deliver(this.take());
  }

  private take(): readonly WaitingRow[] {
    const rows = this.waiting;
    [this.waiting, this.turns, this.characters] = [[], 0, 0];
    return rows;
  }

  /** Rows that cannot be sent are reported as failed before the error goes on. */
  private async deliver(given: readonly WaitingRow[]): Promise<void> {
    let rows = given;
    while (rows.length > 0) {
      try {
        await this.send(rows);
        return;
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        const culprit = HOPELESS.has(error.code) ? null : rowAt(rows, error.path);
        if (culprit === null) {
          for (const row of rows) this.tell(row, 'failed', error.message);
          if (HOPELESS.has(error.code) || error.code === 'UNAVAILABLE' || error.code === 'RATE_LIMITED')
            throw error;
          return;
        }
        this.tell(culprit, 'failed', error.message);
        rows = rows.filter((row) => row !== culprit);
      }
    }
  }

  /** Reports what waits as not sent, when the import stops elsewhere. */
  abandon(): void {
    for (const row of this.take()) this.tell(row, 'failed', 'not sent: the import stopped');
  }

  /** Asks for the extraction of what was stored and still waits. */
  async finish(): Promise<void> {
    await this.flush();
    if (this.stored === 0) return;
    await this.to.hub.ask(EXTRACT, { input: { ...this.place(), sessionId: this.session.sessionId } });
  }

  private async send(rows: readonly WaitingRow[]): Promise<void> {
    const turns = rows
      .flatMap((row) => row.turns)
      .map((turn) => ({ ...turn, role: turn.role.toUpperCase() }));
    const { sessionId, subject, title } = this.session;
    const input = {
      ...this.place(),
      sessionId,
      turns,
      ...(subject === null ? {} : { subject }),
      ...(title === null ? {} : { title: title.slice(0, LIMITS.nameCharacters) }),
    };
    const { captureTurns } = await this.patiently(() => this.to.hub.ask(CAPTURE, { input }));
    let position = 0;
    for (const row of rows) {
      const answers = captureTurns.report.slice(position, position + row.turns.length);
      position += row.turns.length;
      const missed = answers.find(({ status }) => status === 'not_captured');
      if (answers.some(({ status }) => status === 'stored')) this.stored += 1;
      if (missed !== undefined) this.tell(row, 'skipped', missed.reason);
      else if (answers.length > 0 && answers.every(({ status }) => status === 'duplicate'))
        this.tell(row, 'duplicate', null);
      else this.tell(row, 'imported', null);
    }
  }

  /** A hub that is away for a moment is waited for; a longer outage ends the import, which can be run again. */
  private async patiently<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        const isPassing =
          error instanceof DomainError && (error.code === 'UNAVAILABLE' || error.code === 'RATE_LIMITED');
        if (!isPassing || attempt >= TRIES) throw error;
        this.to.note(`${error.message} Trying again …`);
        await this.to.pause(Math.max((error.retryAfter ?? 0) * 1_000, 250 * 2 ** attempt));
      }
    }
  }

  private place(): { agentId?: string } {
    return this.to.agentId === null ? {} : { agentId: this.to.agentId };
  }

  private tell({ file, line }: WaitingRow, status: RowStatus, reason: string | null): void {
    this.to.report.add({ file, line, status, reason });
  }
}

/** The row that holds the turn which the hub names in its error: `turns.3.content`. */
function rowAt(rows: readonly WaitingRow[], path: readonly (string | number)[]): WaitingRow | null {
  if (path[0] !== 'turns' || path[1] === undefined) return null;
  let position = Number(path[1]);
  for (const row of rows) {
    if (position < row.turns.length) return row;
    position -= row.turns.length;
  }
  return null;
}
