import { LIMITS } from '@memory-hub/contracts';
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

/** Whether a part of the turn is left to a job: what is beyond 64 KiB, and tool output as a whole. */
export function isIndexedLater(turn: Turn): boolean {
  return turn.role === 'tool' || turn.content.length > LIMITS.turnIndexedCharacters;
}

/** A turn as the index sees it; null when nothing of it can be searched. */
export function indexedTurn(
  turn: Turn,
  conversation: Conversation,
  part: 'start' | 'all',
): IndexedItem | null {
  const text = part === 'all' ? turn.content : turn.content.slice(0, LIMITS.turnIndexedCharacters);
  const pieces = chunkText(derivableText(text), { maxCharacters: PIECE_CHARACTERS }).map((chunk): Piece => ({
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
