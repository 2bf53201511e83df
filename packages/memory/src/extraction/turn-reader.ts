import type { DropReason, Statement } from './statement';

/** What the judge made of one sentence of a turn. */
export interface Found {
  readonly statement?: Statement;
  readonly reason: DropReason;
  /** Says something, but is too weak or too dependent to be a fact alone. */
  readonly almost?: Statement;
}

/** Together, two weak sentences in a row that belong to each other make a fact from this strength on. */
const TOGETHER = 4.5;
/** What is weaker says nothing that the next sentence could complete. */
const WORTH_KEEPING = 1.25;
/** An answer leans on its question, so it needs less strength of its own. */
const ANSWER = 2;

/** Reads the sentences of one turn in order and decides which of them stand, alone or together. */
export class TurnReader {
  readonly statements: Statement[] = [];
  readonly reasons: DropReason[] = [];
  private almost: Statement | null = null;
  private accepted = false;

  /** `asked`: the turn before ended with a question. */
  constructor(private readonly asked: boolean) {}

  /** Whether a sentence that cannot stand alone has one before it to lean on. */
  get follows(): boolean {
    return this.accepted || this.almost !== null;
  }

  /** Whether an order came before in the same turn. */
  get ordered(): boolean {
    return this.reasons.includes('command');
  }

  take(found: Found): void {
    const before = this.almost;
    const taken = this.choose(found, before);
    this.statements.push(...taken);
    this.accepted = taken.length > 0;
    this.almost = this.accepted ? null : (found.almost ?? null);
    if (!this.accepted) this.reasons.push(found.reason);
  }

  private choose({ statement, almost }: Found, before: Statement | null): Statement[] {
    if (statement) return this.withBefore(statement, before);
    if (!almost) return [];
    if (this.answers(almost) && almost.strength >= ANSWER) return [{ ...almost, answers: true }];
    const together =
      before &&
      almost.continues &&
      !before.continues &&
      before.strength >= WORTH_KEEPING &&
      before.strength + almost.strength >= TOGETHER;
    return together ? [before, almost] : [];
  }

  private withBefore(statement: Statement, before: Statement | null): Statement[] {
    if (!statement.continues) return [statement];
    if (before && !before.continues && before.strength >= WORTH_KEEPING) return [before, statement];
    return [this.answers(statement) ? { ...statement, answers: true } : statement];
  }

  /** Only the first thing said after a question answers it. */
  private answers(statement: Statement): boolean {
    return this.asked && this.statements.length === 0 && statement.continues;
  }
}
