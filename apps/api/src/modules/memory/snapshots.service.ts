import { Injectable } from '@nestjs/common';
import { DomainError, invalidInput, notFound, type Visibility } from '@memory-hub/contracts';
import { assertCan } from '@memory-hub/permissions';
import type { RequestContext } from '../../common';
import { UnitOfWork, type TxContext } from '../../infrastructure/prisma';
import { Proposals, type Proposal } from '../assets';
import { CardsRepository } from './cards.repository';
import type { Card } from './domain/card';
import { memoryFacts } from './domain/memory-facts';
import { writeSnapshot } from './kinds/snapshot';
import { ScenesRepository } from './scenes.repository';
import { TurnsRepository } from './turns.repository';

export interface SnapshotInput {
  readonly spaceId: string;
  readonly assetId?: string | undefined;
  readonly baseRevisionId?: string | undefined;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly message: string;
  readonly visibility?: Visibility | undefined;
  readonly cardIds: readonly string[];
  readonly sceneIds: readonly string[];
  readonly includeOtherSpeakers: boolean;
  readonly submit: boolean;
  readonly idempotencyKey?: string | undefined;
}

const MOST_CARDS = 500;

/** Shares memory the only way it can be shared: a snapshot of chosen cards, put forward for review. */
@Injectable()
export class Snapshots {
  constructor(
    private readonly work: UnitOfWork,
    private readonly cards: CardsRepository,
    private readonly scenes: ScenesRepository,
    private readonly turns: TurnsRepository,
    private readonly proposals: Proposals,
  ) {}

  async propose(ctx: RequestContext, input: SnapshotInput): Promise<Proposal> {
    const files = await this.work.read(ctx, async (tx) => {
      const cards = await this.chosen(tx, input);
      const memories = new Map((await this.scenesOf(tx, cards)).map((scene) => [scene.id, scene.title]));
      const speakers = input.includeOtherSpeakers ? null : mainSpeakers(cards);
      return writeSnapshot({
        ...input,
        cards,
        scenes: memories,
        provenance: await this.provenance(tx, cards),
        speakers,
      });
    });
    return this.proposals.propose(ctx, { ...input, kind: 'chat_memory', files });
  }

  private async chosen(ctx: TxContext, input: SnapshotInput): Promise<Card[]> {
    const ids = new Set(input.cardIds);
    for (const id of input.sceneIds) {
      const scene = await this.scenes.find(ctx, id);
      if (scene === null) throw notFound('scene');
      (await this.cards.liveOf(ctx, scene))
        .filter((card) => card.sceneId === id)
        .forEach((card) => ids.add(card.id));
    }
    if (ids.size === 0) throw invalidInput(['cardIds'], 'Choose at least one card or scene.');
    if (ids.size > MOST_CARDS)
      throw new DomainError(
        'LIMIT_EXCEEDED',
        `A snapshot holds ${MOST_CARDS} cards at most; these are ${ids.size}.`,
        { path: ['cardIds'] },
      );
    const cards = await this.cards.findMany(ctx, [...ids]);
    if (cards.length < ids.size) throw notFound('card');
    cards.forEach((card) =>
      assertCan(ctx.ability, ctx.principal.kind === 'agent' ? 'read' : 'share', 'Card', memoryFacts(card)),
    );
    return cards;
  }

  private async scenesOf(ctx: TxContext, cards: readonly Card[]): Promise<{ id: string; title: string }[]> {
    const ids = [...new Set(cards.flatMap((card) => card.sceneId ?? []))];
    const scenes = await Promise.all(ids.map((id) => this.scenes.find(ctx, id)));
    return scenes.filter((scene) => scene !== null);
  }

  /** Where each card comes from, without its words: who said it and when. */
  private async provenance(ctx: TxContext, cards: readonly Card[]): Promise<Map<string, string[]>> {
    const sources = await this.cards.sourcesOf(
      ctx,
      cards.map((card) => card.id),
    );
    const turns = new Map(
      (await this.turns.findMany(ctx, sources)).map((turn) => [`${turn.conversationId}/${turn.seq}`, turn]),
    );
    const places = new Map<string, string[]>();
    for (const source of sources) {
      const turn = turns.get(`${source.conversationId}/${source.seq}`);
      if (turn !== undefined)
        places.set(source.cardId, [
          ...(places.get(source.cardId) ?? []),
          `${turn.speaker}, turn ${turn.seq}, ${turn.occurredAt.toISOString()}`,
        ]);
    }
    return places;
  }
}

/** The speaker of most chosen cards; the words of others are theirs to share. */
function mainSpeakers(cards: readonly Card[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { speaker } of cards) if (speaker !== null) counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  return new Set([...counts].filter(([, count]) => count === most).map(([speaker]) => speaker));
}
