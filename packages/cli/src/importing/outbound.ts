import { cutAtGrapheme, DomainError, LIMITS, wellFormed } from '@memory-hub/contracts';
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
const HOPELESS = new Set(['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'CONFIG_INVALID']);
const AWAY = new Set(['UNAVAILABLE', 'RATE_LIMITED']);
/** Rows in a row at which the hub failed; then it is the hub that is broken, not the rows. */
const FAILURES = 20;

/** Sends the rows of one session in batches, in their order, and reports each. */
export class SessionDelivery {
  private waiting: WaitingRow[] = [];
  private turns = 0;
  private characters = 0;
  private stored = 0;
  private failures = 0;

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

  /** One row that is refused takes no other along. Rows that cannot be sent are reported before the error goes on. */
  private async deliver(rows: readonly WaitingRow[]): Promise<void> {
    if (rows.length === 0) return;
    try {
      await this.send(rows);
      this.failures = 0;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (stopsAll(error)) {
        for (const row of rows) this.tell(row, 'failed', error.message);
        throw error;
      }
      await this.deliverWithout(rows, error);
    }
  }

  /** Leaves out the row that the hub names; without a name it is searched for by halves. */
  private async deliverWithout(rows: readonly WaitingRow[], error: DomainError): Promise<void> {
    const culprit = rows.length === 1 ? (rows[0] ?? null) : rowAt(rows, error.path);
    if (culprit !== null) {
      this.tell(culprit, 'failed', error.message);
      this.failures = error.code === 'INTERNAL' ? this.failures + 1 : 0;
      const others = rows.filter((row) => row !== culprit);
      if (this.failures < FAILURES) return this.deliver(others);
      for (const row of others) this.tell(row, 'failed', error.message);
      throw error;
    }
    // What is wrong is the session itself, and so every row of it.
    if (error.path.length > 0 && error.path[0] !== 'turns')
      return rows.forEach((row) => this.tell(row, 'failed', error.message));
    const half = Math.ceil(rows.length / 2);
    const rest = rows.slice(half);
    await this.deliver(rows.slice(0, half)).catch((fault: unknown) => {
      for (const row of rest) this.tell(row, 'failed', 'not sent: the import stopped');
      throw fault;
    });
    await this.deliver(rest);
  }

  /** Reports what waits as not sent, when the import stops elsewhere. */
  abandon(): void {
    for (const row of this.take()) this.tell(row, 'failed', 'not sent: the import stopped');
  }

  /** Asks for the extraction of what was stored and still waits. */
  async finish(): Promise<void> {
    await this.flush();
    if (this.stored === 0) return;
    const input = { ...this.place(), sessionId: this.session.sessionId };
    try {
      await this.patiently(() => this.to.hub.ask(EXTRACT, { input }));
    } catch (error) {
      if (!(error instanceof DomainError) || stopsAll(error)) throw error;
      // The turns are stored; the hub reads them by itself, later.
      this.to.note(`${this.session.sessionId}: ${error.message}`);
    }
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
      ...(title === null ? {} : { title: cutAtGrapheme(wellFormed(title).text, LIMITS.nameCharacters) }),
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
        const isPassing = error instanceof DomainError && AWAY.has(error.code);
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

function stopsAll({ code }: DomainError): boolean {
  return HOPELESS.has(code) || AWAY.has(code);
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
