import { LIMITS, cutAtGrapheme } from '@memory-hub/contracts';
import { cutInjected, maskSecrets } from '@memory-hub/memory';
import { chunkText } from '@memory-hub/retrieval';
import { EMBED_FIRST, type IndexedItem, type Piece } from '../retrieval';
import type { Conversation } from './domain/conversation';
import type { Turn } from './domain/turn';

/** Longest piece, UTF-16 units: well within the 512 tokens of the embedder in English and Chinese. */
const PIECE_CHARACTERS = 900;

/** Text of a turn as anything derived may see it: our own injected blocks cut out, secrets and media masked. */
export function derivableText(content: string): string {
  return maskSecrets(cutInjected(content)).text;
}

/**
 * What of a capture is indexed with it, and which turns a job completes: tool output, what a turn has beyond 64 Ki
 * characters, and what a call has beyond 256 Ki, so that a large call does not hold up everybody else.
 */
export function splitIndexing(
  turns: readonly Turn[],
  conversation: Conversation,
): { now: IndexedItem[]; later: Turn[] } {
  const now: IndexedItem[] = [];
  const later: Turn[] = [];
  let room: number = LIMITS.captureIndexedCharacters;
  for (const turn of turns) {
    const size = Math.min(turn.content.length, LIMITS.turnIndexedCharacters);
    const fits = turn.role !== 'tool' && size <= room;
    const item = fits ? indexedTurn(turn, conversation, 'start') : null;
    if (item !== null) now.push(item);
    if (fits) room -= size;
    if (!fits || turn.content.length > size) later.push(turn);
  }
  return { now, later };
}

/** A turn as the index sees it; null when nothing of it can be searched. */
export function indexedTurn(
  turn: Turn,
  conversation: Conversation,
  part: 'start' | 'all',
): IndexedItem | null {
  // Masked before it is cut: half a secret is not recognised as one.
  const text = derivableText(turn.content);
  const shown = part === 'all' ? text : cutAtGrapheme(text, LIMITS.turnIndexedCharacters);
  const pieces = chunkText(shown, { maxCharacters: PIECE_CHARACTERS }).map((chunk): Piece => ({
    title: turn.speaker,
    body: chunk.text,
  }));
  if (pieces.length === 0) return null;
  return {
    itemId: turn.id,
    kind: 'turn',
    layer: 'L0',
    spaceId: conversation.spaceId,
    aclId: conversation.aclId,
    agentId: conversation.agentId,
    subjectId: conversation.subjectId,
    conversationId: conversation.id,
    position: turn.seq,
    pieces,
    trust: 'own_user',
    authorKind: 'agent',
    authorId: conversation.agentId,
    rev: 1,
    eventTime: turn.occurredAt,
    recordedAt: turn.recordedAt,
    embedPriority: EMBED_FIRST.turn,
  };
}
