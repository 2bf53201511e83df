import {
  DomainError,
  invalidInput,
  LIMITS,
  TURN_ROLES,
  type TurnRole,
  isStorableInstant,
  wellFormed,
} from '@memory-hub/contracts';
import { cutText, maskSecrets } from '@memory-hub/memory';
import type { GivenTurn } from './capture-plan';
import { storableJson } from './storable-json';

export interface TurnInput {
  readonly role: TurnRole;
  readonly speaker?: string | null | undefined;
  readonly content: string;
  readonly occurredAt?: Date | null | undefined;
  readonly clientTurnId?: string | null | undefined;
  readonly toolCalls?: unknown;
}

export interface CaptureInput {
  /** The agent, for a person who captures; an agent's key names it. */
  readonly agentId?: string | undefined;
  readonly sessionId: string;
  /** Whom the session is about, under a name of the client's; the agent's owner when left out. */
  readonly subject?: string | undefined;
  readonly title?: string | undefined;
  readonly turns: readonly TurnInput[];
  readonly offTheRecord?: boolean | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** Checks a capture and makes its text storable. Every fault names its field; nothing of a faulty call is stored. */
export function checkedCapture(input: CaptureInput): {
  sessionId: string;
  subject: string | null;
  title: string | null;
  turns: GivenTurn[];
} {
  const sessionId = shortText(input.sessionId, ['sessionId'], LIMITS.sessionIdCharacters);
  const subject =
    input.subject === undefined ? null : shortText(input.subject, ['subject'], LIMITS.sessionIdCharacters);
  // A mask would make one subject of two whose secrets differ.
  if (subject !== null && maskSecrets(subject).text !== subject)
    throw invalidInput(['subject'], 'The subject holds a secret.', 'Name the subject by an id of your own.');
  if (input.turns.length === 0)
    throw invalidInput(
      ['turns'],
      'There is no turn to capture.',
      `Send 1 to ${LIMITS.turnsPerCapture} turns.`,
    );
  if (input.turns.length > LIMITS.turnsPerCapture)
    throw new DomainError(
      'LIMIT_EXCEEDED',
      `A call takes ${LIMITS.turnsPerCapture} turns at most; this one has ${input.turns.length}.`,
      { path: ['turns'], hint: 'Send the turns in several calls.' },
    );
  const bytes = input.turns.reduce((sum, turn) => sum + Buffer.byteLength(turn.content), 0);
  if (bytes > LIMITS.captureBytes)
    throw new DomainError(
      'LIMIT_EXCEEDED',
      `A call takes ${LIMITS.captureBytes / 1024 / 1024} MiB at most.`,
      { path: ['turns'], hint: 'Send the turns in several calls.' },
    );
  const title =
    input.title === undefined || input.title.trim() === ''
      ? null
      : cutText(maskSecrets(wellFormed(input.title.trim()).text).text, LIMITS.nameCharacters).text;
  return { sessionId, subject, title, turns: input.turns.map(checkedTurn) };
}

function checkedTurn(turn: TurnInput, index: number): GivenTurn {
  const path = ['turns', index];
  if (!TURN_ROLES.includes(turn.role))
    throw invalidInput([...path, 'role'], `The role must be one of ${TURN_ROLES.join(', ')}.`);
  if (turn.content.length > LIMITS.turnCharacters)
    throw new DomainError(
      'LIMIT_EXCEEDED',
      `A turn has ${LIMITS.turnCharacters} characters at most; this one has ${turn.content.length}.`,
      { path: [...path, 'content'], hint: 'Split the turn.' },
    );
  if (turn.content.trim() === '' && turn.toolCalls == null)
    throw invalidInput([...path, 'content'], 'The turn is empty.', 'Leave empty turns out.');
  const { text, replaced } = wellFormed(turn.content);
  const speaker =
    turn.speaker == null || turn.speaker.trim() === ''
      ? turn.role
      : maskSecrets(shortText(turn.speaker, [...path, 'speaker'], LIMITS.nameCharacters)).text;
  return {
    role: turn.role,
    speaker,
    content: text,
    occurredAt: turn.occurredAt == null ? null : storableTime(turn.occurredAt, [...path, 'occurredAt']),
    clientTurnId:
      turn.clientTurnId == null
        ? null
        : shortText(turn.clientTurnId, [...path, 'clientTurnId'], LIMITS.sessionIdCharacters),
    toolCalls:
      turn.toolCalls == null ? null : storableJson(turn.toolCalls, [...path, 'toolCalls'], { masked: false }),
    replaced,
  };
}

/** Years of four digits: what every reader of the stored time can read again. */
function storableTime(time: Date, path: (string | number)[]): Date {
  if (!isStorableInstant(time)) throw invalidInput(path, 'occurredAt must lie in the years 0001 to 9999.');
  return time;
}

function shortText(text: string, path: (string | number)[], most: number): string {
  const trimmed = wellFormed(text).text.trim();
  if (trimmed === '' || trimmed.length > most)
    throw invalidInput(path, `${String(path.at(-1))} must have 1 to ${most} characters.`);
  return trimmed;
}
