import { Injectable } from '@nestjs/common';
import { newId } from '@memory-hub/contracts';
import { assignScenes, renderPersona, renderScene, type RenderedScene } from '@memory-hub/memory';
import type { TxContext } from '../../infrastructure/prisma';
import { ChunkStore, EMBED_FIRST, type IndexedItem } from '../retrieval';
import { CardsRepository } from './cards.repository';
import { sceneCard, type Card } from './domain/card';
import { ScenesRepository } from './scenes.repository';
import type { Memory, Persona, Scene } from './domain/scene';

interface Place {
  readonly spaceId: string;
  readonly aclId: string;
}

/** Renders L2 and L3 of one memory from its live cards, by rules. Rendering again without a change changes nothing. */
@Injectable()
export class Rendering {
  constructor(
    private readonly cards: CardsRepository,
    private readonly scenes: ScenesRepository,
    private readonly chunks: ChunkStore,
  ) {}

  /** Brings all scenes and the persona in line with the live cards. Cost: reads every live card of the memory. */
  async renderMemory(
    ctx: TxContext,
    { agentId, subjectId }: Memory,
  ): Promise<{ scenes: number; lines: number }> {
    const memory = { agentId, subjectId };
    await this.scenes.lockMemory(ctx, memory);
    const cards = await this.cards.liveOf(ctx, memory);
    const scenes = await this.scenes.of(ctx, memory);
    const place = cards[0] ?? scenes[0];
    if (place === undefined) return { scenes: 0, lines: 0 };
    const settled = await this.placeCards(ctx, { cards, scenes, place, memory });
    const kept = await this.renderScenes(ctx, settled);
    const persona = await this.renderPersona(ctx, { memory, place, cards: settled.cards, scenes: kept });
    return { scenes: kept.length, lines: persona };
  }

  /** Puts cards without a scene into scenes and gives everything as it stands then. */
  private async placeCards(
    ctx: TxContext,
    {
      cards,
      scenes,
      place,
      memory,
    }: { cards: readonly Card[]; scenes: readonly Scene[]; place: Place; memory: Memory },
  ): Promise<{ cards: Card[]; scenes: Scene[] }> {
    const homeless = cards.filter(
      (card) => card.sceneId === null || !scenes.some((scene) => scene.id === card.sceneId),
    );
    const live = scenes.map((scene) => ({
      id: scene.id,
      title: scene.title,
      heat: scene.heat,
      locked: false,
      cards: cards.filter((card) => card.sceneId === scene.id).map(sceneCard),
    }));
    const plans = assignScenes(homeless.map(sceneCard), live);
    const byId = new Map(scenes.map((scene) => [scene.id, scene]));
    const homes = new Map(cards.map((card) => [card.id, card.sceneId]));
    for (const plan of plans) {
      const id = plan.sceneId ?? newId();
      const known = byId.get(id);
      byId.set(
        id,
        known === undefined
          ? newScene({ id, title: plan.title, memory, place, now: ctx.now })
          : { ...known, title: plan.title },
      );
      plan.cardIds.forEach((cardId) => homes.set(cardId, id));
      plan.mergedFrom.forEach((gone) => byId.delete(gone));
    }
    const settled = cards.map((card) => ({ ...card, sceneId: homes.get(card.id) ?? null }));
    for (const scene of byId.values()) {
      const moved = settled.filter(
        (card, index) => card.sceneId === scene.id && cards[index]?.sceneId !== scene.id,
      );
      if (moved.length > 0)
        await this.cards.setScene(
          ctx,
          moved.map((card) => card.id),
          scene.id,
        );
    }
    const ended = scenes.filter((scene) => !byId.has(scene.id)).map((scene) => scene.id);
    await this.removeScenes(ctx, ended);
    return { cards: settled, scenes: [...byId.values()] };
  }

  private async renderScenes(
    ctx: TxContext,
    { cards, scenes }: { cards: readonly Card[]; scenes: readonly Scene[] },
  ): Promise<Scene[]> {
    const kept: Scene[] = [];
    for (const scene of scenes) {
      const rendered = renderScene(
        scene.title,
        cards.filter((card) => card.sceneId === scene.id).map(sceneCard),
      );
      if (rendered === null) {
        await this.removeScenes(ctx, [scene.id]);
        continue;
      }
      if (rendered.markdown === scene.markdown) {
        kept.push(scene);
        continue;
      }
      const next = {
        ...scene,
        title: rendered.title,
        summary: rendered.summary,
        markdown: rendered.markdown,
        rev: scene.rev + 1,
        updatedAt: ctx.now,
      };
      await this.scenes.save(ctx, next);
      await this.chunks.put(ctx, indexedScene(next, rendered));
      kept.push(next);
    }
    return kept;
  }

  private async renderPersona(
    ctx: TxContext,
    {
      memory,
      place,
      cards,
      scenes,
    }: { memory: Memory; place: Place; cards: readonly Card[]; scenes: readonly Scene[] },
  ): Promise<number> {
    const sources = scenes.map((scene) => ({
      id: scene.id,
      title: scene.title,
      cardIds: cards.filter((card) => card.sceneId === scene.id).map((card) => card.id),
    }));
    const { lines, markdown } = renderPersona(cards.map(sceneCard), sources);
    const known = await this.scenes.persona(ctx, memory);
    if (known?.markdown === markdown || (known === null && lines.length === 0)) return lines.length;
    const persona: Persona = {
      id: known?.id ?? newId(),
      ...memory,
      spaceId: place.spaceId,
      aclId: place.aclId,
      markdown,
      lines,
      version: (known?.version ?? 0) + 1,
      updatedAt: ctx.now,
    };
    await this.scenes.savePersona(ctx, persona);
    await this.chunks.put(ctx, indexedPersona(persona));
    return lines.length;
  }

  private async removeScenes(ctx: TxContext, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.scenes.delete(ctx, ids);
    await this.chunks.remove(ctx, ids);
  }
}

function newScene({
  id,
  title,
  memory,
  place,
  now,
}: {
  id: string;
  title: string;
  memory: Memory;
  place: Place;
  now: Date;
}): Scene {
  return {
    id,
    ...memory,
    spaceId: place.spaceId,
    aclId: place.aclId,
    title,
    summary: '',
    markdown: '',
    heat: 0,
    rev: 0,
    createdAt: now,
    updatedAt: now,
  };
}

function indexedScene(scene: Scene, rendered: RenderedScene): IndexedItem {
  return {
    ...base(scene), itemId: scene.id, kind: 'scene', layer: 'L2', rev: scene.rev, recordedAt: scene.createdAt,
    pieces: pack(rendered.lines.map((line) => line.text)).map((body) => ({ title: scene.title, body })),
  }; // prettier-ignore
}

function indexedPersona(persona: Persona): IndexedItem {
  return {
    ...base(persona), itemId: persona.id, kind: 'persona', layer: 'L3', rev: persona.version, recordedAt: persona.updatedAt,
    pieces: pack(persona.lines.map((line) => line.text)).map((body) => ({ title: '', body })),
  }; // prettier-ignore
}

function base(
  row: Memory & Place,
): Pick<
  IndexedItem,
  'spaceId' | 'aclId' | 'agentId' | 'subjectId' | 'trust' | 'authorKind' | 'authorId' | 'embedPriority'
> {
  return {
    spaceId: row.spaceId,
    aclId: row.aclId,
    agentId: row.agentId,
    subjectId: row.subjectId,
    trust: 'own_agent',
    authorKind: 'agent',
    authorId: row.agentId,
    embedPriority: EMBED_FIRST.scene,
  };
}

const PIECE_CHARACTERS = 800;

/** Lines together, as many as the embedder reads at once. */
function pack(lines: readonly string[]): string[] {
  const pieces: string[] = [];
  for (const line of lines) {
    const last = pieces.at(-1);
    if (last !== undefined && last.length + line.length < PIECE_CHARACTERS)
      pieces[pieces.length - 1] = `${last}\n${line}`;
    else pieces.push(line);
  }
  return pieces;
}
