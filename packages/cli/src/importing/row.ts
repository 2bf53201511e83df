import type { TurnRole } from '@memory-hub/contracts';

/** A turn as the hub takes it. */
export interface ImportedTurn {
  readonly role: TurnRole;
  readonly speaker?: string;
  readonly content: string;
  /** ISO-8601 with an offset. */
  readonly occurredAt?: string;
  /** The same for the same words at every import, so that importing again adds nothing. */
  readonly clientTurnId: string;
  readonly toolCalls?: unknown;
}

/** What a line of a file comes to. */
export type Row =
  | {
      readonly kind: 'turns';
      readonly sessionId: string;
      readonly subject?: string;
      readonly turns: readonly ImportedTurn[];
    }
  /** Nothing to import, on purpose. */
  | { readonly kind: 'skip'; readonly reason: string }
  /** Meant to be a turn and not usable as one. */
  | { readonly kind: 'fault'; readonly reason: string };

/** Reads the lines of one file. A reader may remember what it saw in the file. */
export interface RowReader {
  read(line: string): Row;
}

/** Characters of a turn; what is longer is cut, and says so. */
const TURN_CHARACTERS = 1_000_000;

export function cutTurn(text: string): string {
  if (text.length <= TURN_CHARACTERS) return text;
  const unit = text.charCodeAt(TURN_CHARACTERS);
  const end = unit >= 0xdc00 && unit <= 0xdfff ? TURN_CHARACTERS - 1 : TURN_CHARACTERS;
  return `${text.slice(0, end)}\n[cut at import: ${text.length - end} more characters]`;
}

export function parseObject(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
