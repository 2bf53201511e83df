import { Injectable } from '@nestjs/common';
import { encodeId, notFound, parseId, type MemoryLayer } from '@memory-hub/contracts';
import { maskSecrets } from '@memory-hub/memory';
import type { RequestContext } from '../../common';
import { UnitOfWork, type TxContext } from '../../infrastructure/prisma';
import { CardsRepository } from './cards.repository';
import type { Card, CardSource } from './domain/card';
import { ScenesRepository } from './scenes.repository';
import type { Memory, Persona, Scene } from './domain/scene';
import { TurnsRepository } from './turns.repository';
import type { Turn } from './domain/turn';

export interface TraceNode {
  readonly id: string;
  readonly layer: MemoryLayer;
  readonly title: string;
  readonly text: string;
  readonly at: Date | null;
  /** Ids one layer down. */
  readonly links: readonly string[];
  /** Words in `text` that the layer above rests on. */
  readonly spans: readonly { readonly start: number; readonly end: number }[];
}

export interface Trace {
  readonly focus: string;
  readonly persona: readonly TraceNode[];
  readonly scenes: readonly TraceNode[];
  readonly cards: readonly TraceNode[];
  readonly turns: readonly TraceNode[];
}

/** Nodes of one layer at most; a scene of many cards shows the first of them. */
const MOST_NODES = 200;

/** Where a trace begins: cards of the item, and the turn itself when it is one. */
interface Start {
  readonly cards: Card[];
  readonly turns: readonly Turn[];
  readonly memory: Memory;
  readonly sceneId: string | null;
}

/** From any remembered line down to the words it came from, and up to what was made of it. */
@Injectable()
export class Traces {
  constructor(
    private readonly work: UnitOfWork,
    private readonly cards: CardsRepository,
    private readonly scenes: ScenesRepository,
    private readonly turns: TurnsRepository,
  ) {}

  /** @throws DomainError NOT_FOUND when the item is missing, hidden, or no memory. */
  async trace(ctx: RequestContext, id: string): Promise<Trace> {
    return this.work.read(ctx, async (tx) => {
      const start = await this.cardsBehind(tx, id);
      const cards = start.cards.slice(0, MOST_NODES);
      const memory = start.memory;
      const all = await this.scenes.of(tx, memory);
      const scenes = all.filter(
        (scene) => scene.id === start.sceneId || cards.some((card) => card.sceneId === scene.id),
      );
      const persona = await this.scenes.persona(tx, memory);
      const sources = await this.cards.sourcesOf(
        tx,
        cards.map((card) => card.id),
      );
      const turns = await this.turns.findMany(tx, uniquePlaces([...start.turns, ...sources]));
      return {
        focus: id,
        persona: personaNodes(persona, { scenes, cards }),
        scenes: scenes.map((scene) => sceneNode(scene, cards)),
        cards: cards.map((card) => cardNode(card, { sources, turns })),
        turns: turnNodes(turns, sources),
      };
    });
  }

  private async cardsBehind(ctx: TxContext, id: string): Promise<Start> {
    const parsed = parseId(id);
    switch (parsed?.type) {
      case 'card': {
        const card = await this.cards.find(ctx, parsed.uuid);
        if (card !== null) return { cards: [card], turns: [], memory: card, sceneId: card.sceneId };
        break;
      }
      case 'scene': {
        const scene = await this.scenes.find(ctx, parsed.uuid);
        if (scene !== null)
          return {
            cards: (await this.cards.liveOf(ctx, scene)).filter((card) => card.sceneId === scene.id),
            turns: [],
            memory: scene,
            sceneId: scene.id,
          };
        break;
      }
      case 'persona': {
        const persona = await this.scenes.findPersona(ctx, parsed.uuid);
        if (persona !== null)
          return {
            cards: await this.cards.findMany(
              ctx,
              persona.lines.flatMap((line) => [...line.cardIds]),
            ),
            turns: [],
            memory: persona,
            sceneId: null,
          };
        break;
      }
      case 'turn': {
        const turn = await this.turns.find(ctx, parsed.uuid);
        if (turn === null) break;
        const cards = await this.cards.findMany(ctx, await this.cards.onTurn(ctx, turn));
        // A turn that gave no card leads nowhere up; its own words are shown all the same.
        const memory = cards[0] ?? { agentId: NOWHERE, subjectId: NOWHERE };
        return { cards, turns: [turn], memory, sceneId: null };
      }
      default:
    }
    throw notFound('memory');
  }
}

const NOWHERE = '00000000-0000-0000-0000-000000000000';

function personaNodes(
  persona: Persona | null,
  { scenes, cards }: { scenes: readonly Scene[]; cards: readonly Card[] },
): TraceNode[] {
  if (persona === null) return [];
  const shown = persona.lines.filter((line) =>
    line.cardIds.some((id) => cards.some((card) => card.id === id)),
  );
  return shown.map((line) => ({
    id: encodeId('persona', persona.id),
    layer: 'L3',
    title: line.section,
    text: line.text,
    at: persona.updatedAt,
    links: line.sceneIds
      .filter((id) => scenes.some((scene) => scene.id === id))
      .map((id) => encodeId('scene', id)),
    spans: [],
  }));
}

function sceneNode(scene: Scene, cards: readonly Card[]): TraceNode {
  const links = cards.filter((card) => card.sceneId === scene.id).map((card) => encodeId('card', card.id));
  return {
    id: encodeId('scene', scene.id),
    layer: 'L2',
    title: scene.title,
    text: scene.summary,
    at: scene.updatedAt,
    links,
    spans: [],
  };
}

function cardNode(
  card: Card,
  { sources, turns }: { sources: readonly CardSource[]; turns: readonly Turn[] },
): TraceNode {
  const own = sources.filter((source) => source.cardId === card.id);
  const links = turns
    .filter((turn) => own.some((source) => isAt(source, turn)))
    .map((turn) => encodeId('turn', turn.id));
  return {
    id: encodeId('card', card.id),
    layer: 'L1',
    title: card.kind,
    text: card.content,
    at: card.eventTime ?? card.recordedAt,
    links,
    spans: [],
  };
}

/** Turns as they are shown: masked, with the quoted words moved along. */
function turnNodes(turns: readonly Turn[], sources: readonly CardSource[]): TraceNode[] {
  return turns.map((turn) => {
    const spans = sources
      .filter((source) => isAt(source, turn))
      .map(({ startAt, endAt }) => ({ start: startAt, end: endAt }));
    const shown = maskedWithSpans(turn.content, spans);
    return {
      id: encodeId('turn', turn.id),
      layer: 'L0',
      title: turn.speaker,
      text: shown.text,
      at: turn.occurredAt,
      links: [],
      spans: shown.spans,
    };
  });
}

/** Spans stay true only when nothing before or in them was masked; others are found again by their own masked words. */
function maskedWithSpans(
  content: string,
  spans: readonly { start: number; end: number }[],
): { text: string; spans: { start: number; end: number }[] } {
  const { text } = maskSecrets(content);
  if (text === content) return { text, spans: [...spans] };
  return {
    text,
    spans: spans.flatMap((span) => {
      const words = maskSecrets(content.slice(span.start, span.end)).text;
      const start = text.indexOf(words);
      return start < 0 ? [] : [{ start, end: start + words.length }];
    }),
  };
}

function isAt(source: CardSource, turn: Turn): boolean {
  return source.conversationId === turn.conversationId && source.seq === turn.seq;
}

function uniquePlaces(
  sources: readonly { conversationId: string; seq: number }[],
): { conversationId: string; seq: number }[] {
  const places = new Map(
    sources.map(({ conversationId, seq }) => [`${conversationId}/${seq}`, { conversationId, seq }]),
  );
  return [...places.values()].slice(0, MOST_NODES);
}
