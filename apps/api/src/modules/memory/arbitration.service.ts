import { Injectable } from '@nestjs/common';
import { arbitrate, textLikeness, type Candidate, type CardRef, type Decision } from '@memory-hub/memory';
import { calibratedLikeness, languagePair } from '@memory-hub/models';
import type { RequestContext } from '../../common';
import type { TxContext } from '../../infrastructure/prisma';
import { ChunkStore, Retriever } from '../retrieval';
import { CardsRepository } from './cards.repository';
import { storedCard, type Card, type CardSource } from './domain/card';
import { indexedCard } from './indexed-card';

const CANDIDATES = 8;
/** Longest part of a card that candidates are looked up with; cards are one sentence. */
const LOOKUP_CHARACTERS = 1_000;

export interface NewCard {
  readonly card: Card;
  readonly sources: readonly CardSource[];
  readonly correction: boolean;
}

export interface Settlement {
  readonly decisions: readonly Decision[];
  readonly added: readonly string[];
}

/** Finds what a new card may repeat or contradict, and carries the rules' decision out with links both ways. */
@Injectable()
export class Arbitration {
  constructor(
    private readonly retriever: Retriever,
    private readonly cards: CardsRepository,
    private readonly chunks: ChunkStore,
  ) {}

  /** Likely relatives of each text among the live cards of one memory: by meaning and by words. */
  async candidates(
    ctx: RequestContext,
    aclId: string,
    texts: readonly string[],
  ): Promise<{ id: string; likeness: number }[][]> {
    const found: { id: string; likeness: number }[][] = [];
    for (const text of texts) {
      const { hits } = await this.retriever.retrieve(ctx, {
        text: text.slice(0, LOOKUP_CHARACTERS),
        kinds: ['card'],
        classIds: [aclId],
        limit: CANDIDATES,
      });
      found.push(hits.map((hit) => ({ id: hit.itemId, likeness: likenessOf(text, hit.body, hit.cosine) })));
    }
    return found;
  }

  /** Decides and stores, in the caller's transaction. Candidates are read again here, so a stale one is no candidate. */
  async settle(
    ctx: TxContext,
    batch: readonly NewCard[],
    found: readonly (readonly { id: string; likeness: number }[])[],
  ): Promise<Settlement> {
    const ids = [...new Set(found.flat().map((candidate) => candidate.id))];
    const known = new Map(
      (await this.cards.findMany(ctx, ids))
        .filter((card) => card.state === 'live')
        .map((card) => [card.id, card]),
    );
    const candidates = batch.map(({ card }, index) =>
      (found[index] ?? []).flatMap(({ id, likeness }): Candidate[] => {
        const stored = id === card.id ? undefined : known.get(id);
        return stored === undefined ? [] : [{ card: storedCard(stored), likeness }];
      }),
    );
    const decisions = arbitrate(
      batch.map(({ card, correction }) => ({ ...storedCard(card), correction })),
      candidates,
    );
    const added: string[] = [];
    for (const [index, decision] of decisions.entries()) {
      const entry = batch[index];
      if (entry !== undefined && (await this.carryOut(ctx, { entry, decision, batch, known })))
        added.push(entry.card.id);
    }
    return { decisions, added };
  }

  /** The rules' decision about one stored card. */
  async decide(
    ctx: TxContext,
    card: Card,
    found: readonly { id: string; likeness: number }[],
  ): Promise<Decision> {
    const others = found.filter((candidate) => candidate.id !== card.id);
    const known = new Map(
      (
        await this.cards.findMany(
          ctx,
          others.map(({ id }) => id),
        )
      )
        .filter((one) => one.state === 'live')
        .map((one) => [one.id, one]),
    );
    const candidates = others.flatMap(({ id, likeness }): Candidate[] => {
      const stored = known.get(id);
      return stored === undefined ? [] : [{ card: storedCard(stored), likeness }];
    });
    const [decision] = arbitrate([storedCard(card)], [candidates]);
    if (decision === undefined) throw new Error('arbitration gave no decision');
    return decision;
  }

  /** Two values of one attribute: the older one becomes history, whichever came last. */
  async supersede(
    ctx: TxContext,
    { card, target, decision }: { card: Card; target: Card; decision: Decision },
  ): Promise<{ outcome: string; id: string }> {
    const at = decision.closesAt ?? ctx.now;
    if (decision.retires === 'new') {
      await this.retire(ctx, card, { by: target.id, at, because: decision.cause });
      return { outcome: 'older_value', id: target.id };
    }
    await this.cards.update(ctx, card);
    const others = await this.cards.findMany(
      ctx,
      decision.others.flatMap((ref) => ('id' in ref ? [ref.id] : [])),
    );
    for (const old of [target, ...others])
      await this.retire(ctx, old, { by: card.id, at, because: decision.cause });
    return { outcome: 'superseded', id: card.id };
  }

  private async carryOut(
    ctx: TxContext,
    {
      entry,
      decision,
      batch,
      known,
    }: { entry: NewCard; decision: Decision; batch: readonly NewCard[]; known: ReadonlyMap<string, Card> },
  ): Promise<boolean> {
    const idOf = (ref: CardRef): string => ('id' in ref ? ref.id : (batch[ref.batch]?.card.id ?? ''));
    const target = decision.target === null ? null : await this.cards.lock(ctx, idOf(decision.target));
    if (target === null) return this.add(ctx, entry, entry.card);
    if (decision.action === 'skip') return this.skip(ctx, entry, target);
    if (decision.action === 'update') return this.extend(ctx, entry, target);
    if (decision.action === 'add') return this.add(ctx, entry, entry.card);
    if (decision.retires === 'new')
      return this.add(
        ctx,
        entry,
        retired(entry.card, { by: target.id, at: decision.closesAt ?? ctx.now, because: decision.cause }),
      );
    const isAdded = await this.add(ctx, entry, entry.card);
    if (!isAdded) return false;
    const others = await this.cards.findMany(
      ctx,
      decision.others.map(idOf).filter((id) => known.has(id)),
    );
    for (const old of [target, ...others])
      await this.retire(ctx, old, {
        by: entry.card.id,
        at: decision.closesAt ?? ctx.now,
        because: decision.cause,
      });
    return true;
  }

  /** Adds the card and makes it findable, both in this transaction. */
  private async add(ctx: TxContext, { sources }: NewCard, card: Card): Promise<boolean> {
    if (!(await this.cards.insert(ctx, card))) return false;
    await this.cards.addSources(ctx, card.aclId, sources);
    await this.chunks.add(ctx, [indexedCard(card)]);
    return true;
  }

  /** The known card says it already: it gains the sources. */
  private async skip(ctx: TxContext, { sources }: NewCard, target: Card): Promise<boolean> {
    await this.cards.addSources(
      ctx,
      target.aclId,
      sources.map((source) => ({ ...source, cardId: target.id })),
    );
    return false;
  }

  /** The new card says more: the known one takes its words and sources. */
  async extend(ctx: TxContext, { card, sources }: NewCard, target: Card): Promise<boolean> {
    const next = {
      ...target, content: card.content, tags: [...new Set([...target.tags, ...card.tags])], entities: [...new Set([...target.entities, ...card.entities])],
      attribute: card.attribute ?? target.attribute, eventTime: card.eventTime ?? target.eventTime, eventUntil: card.eventUntil ?? target.eventUntil,
      eventPrecision: card.eventPrecision ?? target.eventPrecision, currentAt: card.currentAt, rev: target.rev + 1,
    }; // prettier-ignore
    await this.cards.update(ctx, next);
    await this.cards.addHistory(ctx, target, {
      action: 'extended',
      before: { content: target.content },
      reason: 'a later statement says more',
    });
    await this.cards.addSources(
      ctx,
      target.aclId,
      sources.map((source) => ({ ...source, cardId: target.id })),
    );
    await this.chunks.put(ctx, indexedCard(next));
    return false;
  }

  private async retire(
    ctx: TxContext,
    old: Card,
    end: { by: string; at: Date; because: string },
  ): Promise<void> {
    const next = retired(old, end);
    await this.cards.update(ctx, next);
    await this.cards.addHistory(ctx, old, {
      action: 'superseded',
      before: { content: old.content, validTo: old.validTo?.toISOString() ?? null },
      reason: end.because,
    });
    await this.chunks.put(ctx, indexedCard(next));
  }
}

/** A card whose value is history. Nothing is valid before it begins, so a value that never held ends where it starts. */
function retired(card: Card, end: { by: string; at: Date; because: string }): Card {
  const validTo = card.validFrom !== null && card.validFrom > end.at ? card.validFrom : end.at;
  const history = {
    value: card.content,
    updatedAt: end.at.toISOString(),
    reason: end.because,
    source: card.conversationId,
  };
  const before: readonly unknown[] = Array.isArray(card.metadata['history']) ? card.metadata['history'] : [];
  return {
    ...card,
    state: 'superseded',
    supersededBy: end.by,
    retiredBecause: end.because,
    validTo,
    rev: card.rev + 1,
    metadata: { ...card.metadata, history: [...before, history] },
  };
}

function likenessOf(text: string, known: string, cosine: number | undefined): number {
  const words = textLikeness(text, known);
  return cosine === undefined
    ? words
    : Math.max(words, calibratedLikeness(cosine, languagePair(text, known)));
}
