import { Injectable } from '@nestjs/common';
import { DomainError, encodeId, invalidInput, LIMITS, notFound, wellFormed } from '@memory-hub/contracts';
import { applyCardPatch, describeStatement, isInstructionLike, maskSecrets } from '@memory-hub/memory';
import { assertCan, classOfMemory } from '@memory-hub/permissions';
import { z } from 'zod';
import type { RequestContext } from '../../common';
import {
  AccessClasses,
  AuditLog,
  IdempotencyKeys,
  Outbox,
  UnitOfWork,
  type TxContext,
} from '../../infrastructure/prisma';
import type { Page, PageRequest } from '../../infrastructure/graphql';
import { LiveEvents } from '../../infrastructure/live';
import { ChunkStore } from '../retrieval';
import { Capture } from './capture.service';
import { CardsRepository, type CardFilter, type CardHistoryEntry } from './cards.repository';
import { addedCard } from './new-card';
import type { Card, CardSource } from './domain/card';
import { indexedCard } from './indexed-card';
import {
  assertMetadataSize,
  checkedCategory,
  checkedMetadata,
  checkedReason,
  checkedTags,
} from './domain/memory-input';
import { memoryFacts } from './domain/memory-facts';
import { Rendering } from './rendering.service';
import { ScenesRepository } from './scenes.repository';

export interface MemoryInput {
  readonly agentId?: string | undefined;
  readonly content: string;
  readonly category?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly idempotencyKey?: string | undefined;
}

export interface MemoryPatch {
  readonly id: string;
  readonly content?: string | undefined;
  readonly category?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly reason?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

const writeAnswer = z.object({ cardId: z.string(), taskId: z.string().nullable() });
export type MemoryWrite = z.infer<typeof writeAnswer>;

/** L1 by hand: facts that an agent or a person adds, corrects and deletes. */
@Injectable()
export class Memories {
  constructor(
    private readonly work: UnitOfWork,
    private readonly capture: Capture,
    private readonly cards: CardsRepository,
    private readonly classes: AccessClasses,
    private readonly chunks: ChunkStore,
    private readonly scenes: ScenesRepository,
    private readonly rendering: Rendering,
    private readonly outbox: Outbox,
    private readonly idempotency: IdempotencyKeys,
    private readonly audit: AuditLog,
    private readonly live: LiveEvents,
  ) {}

  /** Adds a fact. It is found by keyword with the answer; comparing it with what is known follows as a task. */
  async add(ctx: RequestContext, input: MemoryInput): Promise<MemoryWrite> {
    const content = checkedContent(input.content);
    const fields = {
      category: checkedCategory(input.category),
      tags: checkedTags(input.tags),
      metadata: checkedMetadata(input.metadata),
    };
    const mark =
      input.idempotencyKey === undefined
        ? null
        : {
            operation: 'memory.add',
            key: input.idempotencyKey,
            body: { content, ...fields, agentId: input.agentId },
          };
    return this.work.write(ctx, (tx) =>
      this.idempotency.once(tx, mark, writeAnswer, async () => {
        const agent = await this.capture.agentOf(tx, input.agentId);
        const acl = classOfMemory({ agentId: agent.id, subjectId: agent.ownerSubjectId });
        const keeper = {
          acl,
          agentId: agent.id,
          agentOwnerId: agent.ownerId,
          subjectId: agent.ownerSubjectId,
          spaceId: agent.spaceId,
        };
        assertCan(tx.ability, 'create', 'Card', keeper);
        const aclId = await this.classes.ensure(tx, acl);
        const description = describeStatement(content, { speaker: null, saidAt: tx.now, zone: tx.zone });
        const card = addedCard(description, {
          keeper: { ...keeper, aclId },
          now: tx.now,
          trust: tx.principal.kind === 'agent' ? 'own_agent' : 'own_user',
          ...fields,
        });
        await this.cards.insert(tx, card);
        await this.chunks.add(tx, [indexedCard(card)]);
        await this.record(tx, card, 'memory.add');
        return { cardId: card.id, taskId: await this.settleLater(tx, card) };
      }),
    );
  }

  /** Changes the named fields and nothing else; what they were before stays in the history. */
  async update(ctx: RequestContext, patch: MemoryPatch): Promise<MemoryWrite> {
    const fields = {
      ...(patch.content === undefined ? {} : { content: checkedContent(patch.content) }),
      ...(patch.category === undefined ? {} : { category: checkedCategory(patch.category) ?? '' }),
      ...(patch.tags === undefined ? {} : { tags: checkedTags(patch.tags) ?? [] }),
      ...(patch.metadata === undefined ? {} : { metadata: checkedMetadata(patch.metadata) ?? {} }),
    };
    const reason = checkedReason(patch.reason);
    if (Object.keys(fields).length === 0)
      throw invalidInput([], 'Nothing is to be changed.', 'Name content, category, tags or metadata.');
    const mark =
      patch.idempotencyKey === undefined
        ? null
        : { operation: 'memory.update', key: patch.idempotencyKey, body: { ...fields, id: patch.id } };
    return this.work.write(ctx, (tx) =>
      this.idempotency.once(tx, mark, writeAnswer, async () => {
        const card = await this.lockOrThrow(tx, patch.id);
        assertCan(tx.ability, 'edit', 'Card', memoryFacts(card));
        const { card: patched, history } = applyCardPatch(card, fields, {
          now: tx.now,
          ...(reason === undefined ? {} : { reason }),
        });
        if (history.length === 0) return { cardId: card.id, taskId: null };
        assertMetadataSize(patched.metadata);
        const next = this.redescribed(tx, card, { ...patched, rev: card.rev + 1 });
        await this.cards.update(tx, next);
        for (const row of history)
          await this.cards.addHistory(tx, card, {
            action: 'updated',
            before: { [row.field]: row.before },
            reason: reason ?? null,
          });
        await this.chunks.put(tx, indexedCard(next));
        await this.record(tx, next, 'memory.update');
        return { cardId: card.id, taskId: await this.settleLater(tx, next) };
      }),
    );
  }

  /** Removes the fact with its index rows and what was rendered from it, in one transaction, and keeps a tombstone. */
  async remove(ctx: RequestContext, id: string): Promise<void> {
    await this.work.write(ctx, async (tx) => {
      const seen = await this.cards.find(tx, id);
      if (seen === null) throw notFound('card');
      await this.scenes.lockMemory(tx, seen);
      const card = await this.lockOrThrow(tx, id);
      assertCan(tx.ability, 'delete', 'Card', memoryFacts(card));
      await this.cards.addTombstone(tx, card);
      await this.chunks.remove(tx, [card.id]);
      await this.cards.delete(tx, card.id);
      await this.rendering.renderMemory(tx, { agentId: card.agentId, subjectId: card.subjectId });
      await this.record(tx, card, 'memory.delete');
    });
  }

  async getOrThrow(ctx: RequestContext, id: string): Promise<Card> {
    const card = await this.work.read(ctx, (tx) => this.cards.find(tx, id));
    if (card === null) throw notFound('card');
    return card;
  }

  async list(ctx: RequestContext, filter: CardFilter, page: PageRequest): Promise<Page<Card>> {
    return this.work.read(ctx, (tx) => this.cards.list(tx, filter, page));
  }

  async findMany(ctx: RequestContext, ids: readonly string[]): Promise<Card[]> {
    return this.work.read(ctx, (tx) => this.cards.findMany(tx, ids));
  }

  async ofScene(
    ctx: RequestContext,
    scene: { agentId: string; subjectId: string; sceneId: string },
  ): Promise<Card[]> {
    const live = await this.work.read(ctx, (tx) => this.cards.liveOf(tx, scene));
    return live.filter((card) => card.sceneId === scene.sceneId);
  }

  async sourcesOf(ctx: RequestContext, ids: readonly string[]): Promise<CardSource[]> {
    return this.work.read(ctx, (tx) => this.cards.sourcesOf(tx, ids));
  }

  async historyOf(ctx: RequestContext, id: string): Promise<CardHistoryEntry[]> {
    return this.work.read(ctx, (tx) => this.cards.historyOf(tx, id));
  }

  async replacedBy(ctx: RequestContext, id: string): Promise<string[]> {
    return this.work.read(ctx, (tx) => this.cards.replacedBy(tx, id));
  }

  /** What the rules know of the new words; fields that the words do not decide stay as they were. */
  private redescribed(ctx: TxContext, before: Card, next: Card): Card {
    if (before.content === next.content) return next;
    const said = describeStatement(next.content, { speaker: next.speaker, saidAt: ctx.now, zone: ctx.zone });
    return {
      ...next,
      entities: said.entities,
      attribute: said.attribute,
      lang: said.language,
      currentAt: said.currentAt,
      flags: isInstructionLike(next.content) ? ['instruction_like'] : [],
      unarbitrated: true,
    };
  }

  private async lockOrThrow(ctx: TxContext, id: string): Promise<Card> {
    const card = await this.cards.lock(ctx, id);
    if (card === null) throw notFound('card');
    return card;
  }

  private settleLater(ctx: TxContext, card: Card): Promise<string | null> {
    return this.outbox.add(ctx, { topic: 'memory.settle', key: card.id, payload: { cardId: card.id } });
  }

  private async record(ctx: TxContext, card: Card, action: string): Promise<void> {
    await this.audit.record(ctx, { action, targetType: 'card', targetId: card.id, spaceId: card.spaceId });
    this.live.publish(ctx, {
      type: 'memory.changed',
      id: encodeId('agent', card.agentId),
      aclId: card.aclId,
    });
  }
}

/** One fact as it may be stored: with words, bounded, secrets masked. */
function checkedContent(content: string): string {
  const text = wellFormed(content).text.trim();
  if (!/[\p{L}\p{N}]/u.test(text))
    throw invalidInput(['content'], 'The memory has no words.', 'Write one fact in one sentence.');
  if (text.length > LIMITS.memoryCharacters)
    throw new DomainError(
      'LIMIT_EXCEEDED',
      `A memory has ${LIMITS.memoryCharacters} characters at most; this one has ${text.length}.`,
      { path: ['content'], hint: 'One memory is one fact: split it.' },
    );
  return maskSecrets(text).text;
}
