import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../common';
import { Outbox, UnitOfWork, type TxContext } from '../../infrastructure/prisma';
import { ChunkStore } from '../retrieval';
import { Arbitration } from './arbitration.service';
import { CardsRepository } from './cards.repository';
import { ConversationsRepository } from './conversations.repository';
import type { Card } from './domain/card';
import { indexedCard } from './indexed-card';
import { indexedTurn } from './indexed-turn';
import { Rendering } from './rendering.service';
import type { Memory } from './domain/scene';
import { ScenesRepository } from './scenes.repository';
import { TurnsRepository } from './turns.repository';

/** Background work behind captures and writes. Each step reads the current rows, so repeating it changes nothing more. */
@Injectable()
export class Settling {
  constructor(
    private readonly work: UnitOfWork,
    private readonly cards: CardsRepository,
    private readonly turns: TurnsRepository,
    private readonly conversations: ConversationsRepository,
    private readonly arbitration: Arbitration,
    private readonly scenes: ScenesRepository,
    private readonly rendering: Rendering,
    private readonly chunks: ChunkStore,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Arbitrates a card that was stored as it is. What cites it is rendered by a task of its own, so that many cards that
   * come together are rendered together.
   */
  async settle(ctx: RequestContext, cardId: string): Promise<{ outcome: string; id: string | null }> {
    const seen = await this.work.read(ctx, (tx) => this.cards.find(tx, cardId));
    if (seen === null) return { outcome: 'gone', id: null };
    const [candidates = []] = seen.unarbitrated
      ? await this.arbitration.candidates(ctx, seen.aclId, [seen.content])
      : [];
    return this.work.write(ctx, async (tx) => {
      await this.scenes.lockMemory(tx, seen);
      const card = await this.cards.lock(tx, cardId);
      if (card === null) return { outcome: 'gone', id: null };
      const outcome =
        card.unarbitrated && card.rev === seen.rev
          ? await this.arbitrate(tx, card, candidates)
          : { outcome: 'unchanged', id: card.id };
      await this.outbox.add(tx, {
        topic: 'memory.render',
        key: `${card.agentId}/${card.subjectId}`,
        payload: { agentId: card.agentId, subjectId: card.subjectId },
      });
      return outcome;
    });
  }

  async render(ctx: RequestContext, memory: Memory): Promise<{ scenes: number; lines: number }> {
    return this.work.write(ctx, (tx) => this.rendering.renderMemory(tx, memory));
  }

  async indexTurn(
    ctx: TxContext,
    place: { conversationId: string; seq: number },
  ): Promise<{ pieces: number }> {
    const conversation = await this.conversations.find(ctx, place.conversationId);
    const [turn] = await this.turns.range(ctx, place.conversationId, place.seq, place.seq);
    const item = conversation === null || turn === undefined ? null : indexedTurn(turn, conversation, 'all');
    if (item === null) return { pieces: 0 };
    await this.chunks.put(ctx, item);
    return { pieces: item.pieces.length };
  }

  private async arbitrate(
    ctx: TxContext,
    card: Card,
    candidates: readonly { id: string; likeness: number }[],
  ): Promise<{ outcome: string; id: string | null }> {
    const decision = await this.arbitration.decide(ctx, card, candidates);
    const target =
      decision.target === null || !('id' in decision.target)
        ? null
        : await this.cards.lock(ctx, decision.target.id);
    if (target === null || decision.action === 'add') {
      await this.cards.update(ctx, { ...card, unarbitrated: false });
      return { outcome: 'added', id: card.id };
    }
    if (decision.action === 'supersede')
      return this.arbitration.supersede(ctx, { card: { ...card, unarbitrated: false }, target, decision });
    // The known card says it already, or takes the new words: one live card stays, the added one leads to it.
    if (decision.action === 'update')
      await this.arbitration.extend(ctx, { card, sources: [], correction: false }, target);
    const kept = {
      ...card,
      unarbitrated: false,
      state: 'archived',
      supersededBy: target.id,
      retiredBecause: decision.cause,
      validTo: ctx.now,
      rev: card.rev + 1,
    } as const;
    await this.cards.update(ctx, kept);
    await this.cards.addHistory(ctx, card, {
      action: 'folded',
      before: { state: card.state },
      reason: decision.cause,
    });
    await this.chunks.put(ctx, indexedCard(kept));
    return { outcome: decision.action === 'skip' ? 'known' : 'extended', id: target.id };
  }
}
