import { createHash } from 'node:crypto';
import type { TurnRole } from '@memory-hub/contracts';

/** A turn as a client hands it over, checked and well-formed. */
export interface GivenTurn {
  readonly role: TurnRole;
  readonly speaker: string;
  readonly content: string;
  /** Null when the client did not say when. */
  readonly occurredAt: Date | null;
  readonly clientTurnId: string | null;
  readonly toolCalls: unknown;
  /** Characters that PostgreSQL cannot hold and that became U+FFFD. */
  readonly replaced: number;
}

export interface PlannedTurn extends GivenTurn {
  /** Place in the call, from 0. */
  readonly position: number;
  /** What makes a re-sent turn the same turn; null: only its place behind the stored ones can tell. */
  readonly identity: string | null;
  readonly contentHash: string;
}

/**
 * Gives each turn of a call its identity: the client's own id; else its words and time, counted within the call, so
 * that saying the same thing twice in one moment stays twice; else none.
 */
export function planTurns(turns: readonly GivenTurn[]): PlannedTurn[] {
  const seen = new Map<string, number>();
  return turns.map((turn, position) => {
    const contentHash = hash([turn.role, turn.speaker, turn.content]);
    if (turn.clientTurnId !== null)
      return { ...turn, position, contentHash, identity: `id:${turn.clientTurnId}` };
    if (turn.occurredAt === null) return { ...turn, position, contentHash, identity: null };
    const words = hash([contentHash, turn.occurredAt.toISOString()]);
    const count = (seen.get(words) ?? 0) + 1;
    seen.set(words, count);
    return { ...turn, position, contentHash, identity: `at:${words}:${count}` };
  });
}

/**
 * How many turns at the start of a call are stored already, when turns carry neither id nor time: a client that sends
 * the end of the conversation again, or the whole of it from its beginning. `tail` and `head` are content hashes of
 * stored turns, oldest first. A whole conversation is only recognised by two turns or more, because a greeting alone
 * may well be said again. Gives the stored turns that the first turns of the call are.
 */
export function alreadyStored<T extends { readonly hash: string }>(
  call: readonly string[],
  stored: { readonly head: readonly T[]; readonly tail: readonly T[] },
): readonly T[] {
  const { head, tail } = stored;
  const fromStart = commonStart(call, head);
  if (fromStart >= 2 && fromStart === Math.min(call.length, head.length)) return head.slice(0, fromStart);
  for (let length = Math.min(call.length, tail.length); length > 0; length -= 1) {
    const end = tail.slice(tail.length - length);
    if (commonStart(call, end) === length) return end;
  }
  return [];
}

/** A stored turn as a call is compared with it. */
export interface StoredTurn {
  readonly id: string;
  readonly seq: number;
  readonly hash: string;
}

/**
 * Turns without id and time that stand in a call beside turns which are stored: they are stored too when the stored
 * turn at the same side has the same words. `stored` by position in the session. Gives all known turns by their place.
 */
export function withKnownNeighbours(
  planned: readonly PlannedTurn[],
  known: ReadonlyMap<number, StoredTurn>,
  stored: ReadonlyMap<number, StoredTurn>,
): Map<number, StoredTurn> {
  const all = new Map(known);
  const taken = new Set([...known.values()].map(({ seq }) => seq));
  const follow = (turn: PlannedTurn, step: 1 | -1): void => {
    const beside = all.get(turn.position - step);
    const candidate = beside === undefined ? undefined : stored.get(beside.seq + step);
    if (candidate === undefined || turn.identity !== null || all.has(turn.position)) return;
    if (candidate.hash !== turn.contentHash || taken.has(candidate.seq)) return;
    all.set(turn.position, candidate);
    taken.add(candidate.seq);
  };
  for (const turn of planned) follow(turn, 1);
  for (const turn of [...planned].reverse()) follow(turn, -1);
  return all;
}

function commonStart(call: readonly string[], stored: readonly { readonly hash: string }[]): number {
  let length = 0;
  while (length < call.length && call[length] === stored[length]?.hash) length += 1;
  return length;
}

function hash(parts: readonly string[]): string {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(`${part.length}:`).update(part);
  return digest.digest('hex');
}
