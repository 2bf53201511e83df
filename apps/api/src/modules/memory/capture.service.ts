import { Inject, Injectable } from '@nestjs/common';
import { DomainError, newId, notFound } from '@memory-hub/contracts';
import { dueForExtraction } from '@memory-hub/memory';
import { assertCan, classOfMemory } from '@memory-hub/permissions';
import { z } from 'zod';
import type { RequestContext } from '../../common';
import type { Settings } from '../../config';
import {
  AccessClasses,
  AuditLog,
  IdempotencyKeys,
  Outbox,
  UnitOfWork,
  type TxContext,
} from '../../infrastructure/prisma';
import { SETTINGS_TOKEN } from '../../infrastructure/settings';
import { ChunkStore } from '../retrieval';
import { ConversationsRepository } from './conversations.repository';
import type { Conversation } from './domain/conversation';
import { checkedCapture, type CaptureInput } from './domain/capture-input';
import { alreadyStored, planTurns, type PlannedTurn } from './domain/capture-plan';
import { memoryFacts } from './domain/memory-facts';
import { extractionState, triggerSettings } from './extraction-state';
import { indexedTurn, isIndexedLater } from './indexed-turn';
import { SubjectsRepository, type MemoryAgent } from './subjects.repository';
import { TurnsRepository, type NewTurn } from './turns.repository';

const captureReport = z.object({
  position: z.int(),
  turnId: z.string().nullable(),
  status: z.enum(['stored', 'duplicate', 'not_captured']),
  reason: z.string().nullable(),
});
const captureAnswer = z.object({
  conversationId: z.string(),
  taskId: z.string().nullable(),
  report: z.array(captureReport),
});
export type CaptureAnswer = z.infer<typeof captureAnswer>;
type Report = z.infer<typeof captureReport>;

/** L0: takes conversations in, word for word, in one transaction a call. */
@Injectable()
export class Capture {
  constructor(
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
    private readonly work: UnitOfWork,
    private readonly conversations: ConversationsRepository,
    private readonly turns: TurnsRepository,
    private readonly subjects: SubjectsRepository,
    private readonly classes: AccessClasses,
    private readonly chunks: ChunkStore,
    private readonly outbox: Outbox,
    private readonly idempotency: IdempotencyKeys,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Stores turns of one session. A turn that was sent before is not stored twice; the report says so for each.
   * Cost: one row per turn, one index row and its terms per piece of 900 characters.
   */
  async captureTurns(ctx: RequestContext, input: CaptureInput): Promise<CaptureAnswer> {
    const call = checkedCapture(input);
    const mark =
      input.idempotencyKey === undefined
        ? null
        : {
            operation: 'memory.capture',
            key: input.idempotencyKey,
            body: { ...call, agentId: input.agentId, offTheRecord: input.offTheRecord },
          };
    return this.work.write(ctx, (tx) =>
      this.idempotency.once(tx, mark, captureAnswer, async () => {
        const agent = await this.agentOf(tx, input.agentId);
        const conversation = await this.open(tx, agent, {
          ...call,
          offTheRecord: input.offTheRecord === true,
        });
        if (conversation.offTheRecord || input.offTheRecord === true)
          return this.notCaptured(conversation, call.turns.length);
        return this.store(tx, conversation, planTurns(call.turns));
      }),
    );
  }

  /** Marks the session as over, so that what waits is extracted now. Gives the uuid of the task, if anything waits. */
  async endSession(
    ctx: RequestContext,
    input: { agentId?: string | undefined; sessionId: string },
  ): Promise<string | null> {
    return this.ask(ctx, input, 'session_end');
  }

  /** Asks for the extraction of what waits in a session. */
  async runExtraction(
    ctx: RequestContext,
    input: { agentId?: string | undefined; sessionId: string },
  ): Promise<string | null> {
    return this.ask(ctx, input, 'manual');
  }

  /** The agent that a call is about: the key's own, or the one that a person names. Another one equals missing. */
  async agentOf(ctx: TxContext, agentId: string | undefined): Promise<MemoryAgent> {
    const own = ctx.principal.kind === 'agent' ? ctx.principal.agentId : null;
    if (own === null && agentId === undefined)
      throw new DomainError('VALIDATION_FAILED', 'Name the agent that keeps this memory.', {
        path: ['agentId'],
      });
    if (own !== null && agentId !== undefined && agentId !== own) throw notFound('agent');
    const agent = await this.subjects.findAgent(ctx, own ?? agentId ?? '');
    if (agent === null) throw notFound('agent');
    return agent;
  }

  private async ask(
    ctx: RequestContext,
    input: { agentId?: string | undefined; sessionId: string },
    trigger: 'manual' | 'session_end',
  ): Promise<string | null> {
    return this.work.write(ctx, async (tx) => {
      const agent = await this.agentOf(tx, input.agentId);
      const conversation = await this.conversations.lockBySession(tx, agent.id, input.sessionId);
      if (conversation === null) throw notFound('conversation');
      assertCan(tx.ability, 'extract', 'Conversation', memoryFacts(conversation));
      if (trigger === 'session_end') await this.conversations.markEnded(tx, conversation.id);
      await this.audit.record(tx, {
        action: `conversation.${trigger}`,
        targetType: 'conversation',
        targetId: conversation.id,
        spaceId: conversation.spaceId,
      });
      if (conversation.turnCount === conversation.extractedSeq) return null;
      return this.outbox.add(tx, {
        topic: 'memory.extract',
        key: conversation.id,
        payload: { conversationId: conversation.id, trigger },
      });
    });
  }

  /** Finds the session, locked, or makes it with its subject. */
  private async open(
    ctx: TxContext,
    agent: MemoryAgent,
    call: { sessionId: string; subject: string | null; title: string | null; offTheRecord: boolean },
  ): Promise<Conversation> {
    const known = await this.conversations.lockBySession(ctx, agent.id, call.sessionId);
    if (known !== null) return this.assertSameSubject(known, call.subject);
    const aclOf = (subjectId: string): Promise<string> =>
      this.classes.ensure(ctx, classOfMemory({ agentId: agent.id, subjectId }));
    const subjectId =
      call.subject === null
        ? agent.ownerSubjectId
        : (await this.subjects.ensure(ctx, { agentId: agent.id, key: call.subject, aclOf })).id;
    const facts = {
      acl: classOfMemory({ agentId: agent.id, subjectId }),
      subjectId,
      agentId: agent.id,
      agentOwnerId: agent.ownerId,
    };
    assertCan(ctx.ability, 'create', 'Conversation', facts);
    await this.conversations.insert(ctx, {
      id: newId(),
      spaceId: agent.spaceId,
      aclId: await aclOf(subjectId),
      agentId: agent.id,
      subjectId,
      sessionId: call.sessionId,
      title: call.title,
      offTheRecord: call.offTheRecord,
    });
    const made = await this.conversations.lockBySession(ctx, agent.id, call.sessionId);
    if (made === null) throw notFound('conversation');
    return this.assertSameSubject(made, call.subject);
  }

  /** Two subjects never blend: a session stays with the one it began with. */
  private assertSameSubject(conversation: Conversation, subject: string | null): Conversation {
    if (subject === null || subject === conversation.subjectLabel) return conversation;
    throw new DomainError('CONFLICT', 'This session is about another subject.', {
      path: ['subject'],
      hint: 'Use another sessionId for another subject.',
    });
  }

  private async store(
    ctx: TxContext,
    conversation: Conversation,
    planned: readonly PlannedTurn[],
  ): Promise<CaptureAnswer> {
    assertCan(ctx.ability, 'create', 'Turn', memoryFacts(conversation));
    const known = await this.knownTurns(ctx, conversation, planned);
    const fresh = planned.filter((turn) => !known.has(turn.position));
    const stored = fresh.map((turn, index) =>
      newTurn(ctx, conversation, { turn, seq: conversation.turnCount + 1 + index }),
    );
    if (stored.length > 0) await this.insert(ctx, conversation, stored);
    const taskId = stored.length > 0 ? await this.requestExtraction(ctx, conversation, stored) : null;
    const byPosition = new Map(fresh.map((turn, index) => [turn.position, stored[index]?.id ?? null]));
    const report = planned.map(({ position, replaced }): Report => {
      const duplicate = known.get(position);
      if (duplicate !== undefined)
        return { position, turnId: duplicate, status: 'duplicate', reason: 'stored before' };
      return {
        position,
        turnId: byPosition.get(position) ?? null,
        status: 'stored',
        reason: replaced > 0 ? `${replaced} characters cannot be stored and became U+FFFD` : null,
      };
    });
    return { conversationId: conversation.id, taskId, report };
  }

  /** Positions of turns that are stored already, with the uuids of the stored ones. */
  private async knownTurns(
    ctx: TxContext,
    conversation: Conversation,
    planned: readonly PlannedTurn[],
  ): Promise<Map<number, string>> {
    const identities = planned.map((turn) => turn.identity).filter((identity) => identity !== null);
    const stored = await this.turns.findIdentities(ctx, conversation.id, identities);
    const known = new Map<number, string>();
    for (const { identity, position } of planned) {
      const id = identity === null ? undefined : stored.get(identity);
      if (id !== undefined) known.set(position, id);
    }
    const unnamed = planned.filter((turn) => turn.identity === null);
    if (unnamed.length < planned.length || conversation.turnCount === 0) return known;
    const again = alreadyStored(
      planned.map((turn) => turn.contentHash),
      await this.turns.edges(ctx, conversation.id, planned.length),
    );
    again.forEach(({ id }, position) => known.set(position, id));
    return known;
  }

  private async insert(
    ctx: TxContext,
    conversation: Conversation,
    stored: readonly NewTurn[],
  ): Promise<void> {
    await this.turns.insert(ctx, stored, conversation.aclId);
    const lastTurnAt = stored.reduce(
      (latest, turn) => (turn.recordedAt > latest ? turn.recordedAt : latest),
      ctx.now,
    );
    await this.conversations.addTurns(ctx, conversation.id, {
      turns: stored.length,
      userTurns: countUserTurns(stored),
      lastTurnAt,
    });
    const now = stored
      .filter((turn) => turn.role !== 'tool')
      .map((turn) => indexedTurn(turn, conversation, 'start'));
    await this.chunks.add(
      ctx,
      now.filter((item) => item !== null),
    );
    for (const turn of stored.filter(isIndexedLater))
      await this.outbox.add(ctx, {
        topic: 'memory.index_turn',
        key: turn.id,
        payload: { conversationId: conversation.id, seq: turn.seq },
      });
    await this.audit.record(ctx, {
      action: 'conversation.capture',
      targetType: 'conversation',
      targetId: conversation.id,
      spaceId: conversation.spaceId,
      details: { turns: stored.length },
    });
  }

  private async requestExtraction(
    ctx: TxContext,
    before: Conversation,
    stored: readonly NewTurn[],
  ): Promise<string | null> {
    const after = {
      ...before,
      turnCount: before.turnCount + stored.length,
      userTurnCount: before.userTurnCount + countUserTurns(stored),
      lastTurnAt: ctx.now,
      endedAt: null,
    };
    const decision = dueForExtraction(
      extractionState(after, ctx.now, false),
      ctx.now,
      triggerSettings(this.settings),
    );
    if (!decision.due) return null;
    return this.outbox.add(ctx, {
      topic: 'memory.extract',
      key: before.id,
      payload: { conversationId: before.id, trigger: 'turns' },
    });
  }

  private notCaptured(conversation: Conversation, turns: number): CaptureAnswer {
    const report = Array.from({ length: turns }, (_, position): Report => ({
      position,
      turnId: null,
      status: 'not_captured',
      reason: 'the session is off the record',
    }));
    return { conversationId: conversation.id, taskId: null, report };
  }
}

function newTurn(
  ctx: TxContext,
  conversation: Conversation,
  { turn, seq }: { turn: PlannedTurn; seq: number },
): NewTurn {
  return {
    id: newId(),
    conversationId: conversation.id,
    seq,
    role: turn.role,
    speaker: turn.speaker,
    content: turn.content,
    identity: turn.identity ?? `seq:${seq}`,
    contentHash: turn.contentHash,
    toolCalls: turn.toolCalls,
    occurredAt: turn.occurredAt ?? ctx.now,
    zone: ctx.zone,
    recordedAt: ctx.now,
  };
}

function countUserTurns(turns: readonly NewTurn[]): number {
  return turns.filter((turn) => turn.role === 'user').length;
}
