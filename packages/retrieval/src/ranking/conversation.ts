import type { RankCandidate } from './types';

/**
 * A turn is often answered by what was said around it. Shares of the better neighbour and of the session's best turn
 * that are added to a turn's own score: between the two settings measured on public dialogues (0.3 / 0.5, 0.4 / 0.4),
 * which differ by less than their own spread.
 */
const NEIGHBOUR_SHARE = 0.35;
const SESSION_SHARE = 0.45;

export interface ContextScore {
  readonly score: number;
  readonly lifted: readonly ('neighbour' | 'session')[];
}

interface Said {
  readonly score: number;
  readonly speaker: string | undefined;
}

function place(sessionId: string, position: number): string {
  return `${String(position)}\u0000${sessionId}`;
}

/** What the turns at one place lend to a neighbour: a question and its reply explain each other, two notes of one speaker do not. */
function lent(said: readonly Said[] | undefined, speaker: string | undefined): number {
  let most = 0;
  for (const neighbour of said ?? [])
    if (speaker === undefined || neighbour.speaker !== speaker) most = Math.max(most, neighbour.score);
  return most;
}

/** Scores with the conversation around each turn added; other layers keep their own. Hits only by session are none. */
export function withConversation(
  candidates: readonly RankCandidate[],
  own: ReadonlyMap<string, number>,
): Map<string, ContextScore> {
  const best = new Map<string, number>();
  const placed = new Map<string, Said[]>();
  for (const { id, layer, conversation } of candidates) {
    if (layer !== 'L0' || conversation === undefined) continue;
    const score = own.get(id) ?? 0;
    const key = place(conversation.sessionId, conversation.position);
    const said = placed.get(key) ?? [];
    said.push({ score, speaker: conversation.speaker });
    placed.set(key, said);
    best.set(conversation.sessionId, Math.max(score, best.get(conversation.sessionId) ?? 0));
  }
  const scores = new Map<string, ContextScore>();
  for (const { id, layer, conversation } of candidates) {
    const score = own.get(id) ?? 0;
    if (layer !== 'L0' || conversation === undefined) {
      if (score > 0) scores.set(id, { score, lifted: [] });
      continue;
    }
    const { sessionId, position, speaker } = conversation;
    const neighbour = Math.max(
      lent(placed.get(place(sessionId, position - 1)), speaker),
      lent(placed.get(place(sessionId, position + 1)), speaker),
    );
    if (score === 0 && neighbour === 0) continue;
    const session = best.get(sessionId) ?? 0;
    scores.set(id, {
      score: score + NEIGHBOUR_SHARE * neighbour + SESSION_SHARE * session,
      lifted: [
        ...(neighbour > 0 ? (['neighbour'] as const) : []),
        ...(session > score ? (['session'] as const) : []),
      ],
    });
  }
  return scores;
}
