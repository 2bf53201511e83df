import { encodeId } from '@memory-hub/contracts';
import { maskSecrets, withHeat } from '@memory-hub/memory';
import { can } from '@memory-hub/permissions';
import type { RequestContext } from '../../../common';
import type { Conversation as ConversationRow } from '../domain/conversation';
import type { Card as CardRow } from '../domain/card';
import { memoryFacts } from '../domain/memory-facts';
import type { Persona as PersonaRow, Scene as SceneRow } from '../domain/scene';
import type { Turn as TurnRow } from '../domain/turn';
import type { Card, Conversation, Persona, Scene, Turn } from './memory.types';

export function cardView(ctx: RequestContext, card: CardRow): Card {
  const facts = memoryFacts(card);
  return {
    uuid: card.id,
    id: encodeId('card', card.id),
    content: card.content,
    kind: card.kind,
    priority: card.priority,
    category: card.category === '' ? null : card.category,
    tags: [...card.tags],
    metadata: card.metadata,
    agentId: card.agentId,
    subject: encodeId('subject', card.subjectId),
    sceneId: card.sceneId,
    eventTime: card.eventTime,
    validFrom: card.validFrom,
    validTo: card.validTo,
    recordedAt: card.recordedAt,
    confidence: card.confidence,
    supersededBy: card.supersededBy === null ? null : encodeId('card', card.supersededBy),
    retiredBecause: card.retiredBecause,
    viewerCan: {
      edit: can(ctx.ability, 'edit', 'Card', facts),
      forget: can(ctx.ability, 'delete', 'Card', facts),
    },
  };
}

export function sceneView(scene: SceneRow): Scene {
  const { title, summary, markdown, heat, createdAt, updatedAt, agentId, subjectId } = scene;
  return {
    uuid: scene.id,
    id: encodeId('scene', scene.id),
    title,
    summary,
    markdown: withHeat(markdown, heat),
    heat,
    createdAt,
    updatedAt,
    agentId,
    subjectId,
  };
}

export function personaView(persona: PersonaRow): Persona {
  return {
    id: encodeId('persona', persona.id),
    markdown: persona.markdown,
    version: persona.version,
    updatedAt: persona.updatedAt,
    lines: persona.lines.map((line) => ({
      text: line.text,
      section: line.section,
      sceneIds: line.sceneIds.map((id) => encodeId('scene', id)),
      cardIds: line.cardIds.map((id) => encodeId('card', id)),
    })),
  };
}

/** A turn as people see it: secrets and media masked. */
export function turnView(turn: TurnRow): Turn {
  const { text, found } = maskSecrets(turn.content);
  const { seq, role, speaker, occurredAt, recordedAt } = turn;
  return {
    id: encodeId('turn', turn.id),
    seq,
    role,
    speaker,
    content: text,
    occurredAt,
    recordedAt,
    masked: found.length > 0,
  };
}

export function conversationView(row: ConversationRow): Conversation {
  return {
    uuid: row.id,
    id: encodeId('conversation', row.id),
    sessionId: row.sessionId,
    agentId: row.agentId,
    subject: row.subjectLabel,
    title: row.title,
    startedAt: row.startedAt,
    turnCount: row.turnCount,
    pendingTurns: row.turnCount - row.extractedSeq,
  };
}
