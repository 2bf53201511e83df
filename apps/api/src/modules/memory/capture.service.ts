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
import {
  alreadyStored,
  planTurns,
  withKnownNeighbours,
  type PlannedTurn,
  type StoredTurn,
} from './domain/capture-plan';
import { memoryFacts } from './domain/memory-facts';
import { extractionState, triggerSettings } from './extraction-state';
import { splitIndexing } from './indexed-turn';
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
   * Cost: one row per turn, one index row and its terms per piece of 900 characters; what goes beyond 256 Ki characters
   * of a call is indexed by a job.
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
          // Of what is off the record, only that it is so is kept.
          title: input.offTheRecord === true ? null : call.title,
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
    const firsts = firstOfEach(planned);
    const fresh = planned.filter(
      (turn) => !known.has(turn.position) && firsts.get(turn.position) === turn.position,
    );
    const stored = fresh.map((turn, index) =>
      newTurn(ctx, conversation, { turn, seq: conversation.turnCount + 1 + index }),
    );
    if (stored.length > 0) await this.insert(ctx, conversation, stored);
    const taskId = stored.length > 0 ? await this.requestExtraction(ctx, conversation, stored) : null;
    const byPosition = new Map(fresh.map((turn, index) => [turn.position, stored[index]?.id ?? null]));
    const report = planned.map((turn): Report => {
      const { position, replaced } = turn;
      const duplicate = known.get(position);
      if (duplicate !== undefined)
        return {
          position,
          turnId: duplicate.id,
          status: 'duplicate',
          reason: whyDuplicate(turn, duplicate.hash),
        };
      const first = firsts.get(position) ?? position;
      if (first !== position)
        return {
          position,
          turnId: byPosition.get(first) ?? known.get(first)?.id ?? null,
          status: 'duplicate',
          reason: whyDuplicate(turn, planned[first]?.contentHash),
        };
      return {
        position,
        turnId: byPosition.get(position) ?? null,
        status: 'stored',
        reason: replaced > 0 ? `${replaced} characters cannot be stored and became U+FFFD` : null,
      };
    });
    return { conversationId: conversation.id, taskId, report };
  }

  /** Turns of the call that are stored already, by their place in the call. */
  private async knownTurns(
    ctx: TxContext,
    conversation: Conversation,
    planned: readonly PlannedTurn[],
  ): Promise<Map<number, StoredTurn>> {
    const identities = planned.map((turn) => turn.identity).filter((identity) => identity !== null);
    const stored = await this.turns.findIdentities(ctx, conversation.id, identities);
    const known = new Map<number, StoredTurn>();
    for (const { identity, position } of planned) {
      const turn = identity === null ? undefined : stored.get(identity);
      if (turn !== undefined) known.set(position, turn);
    }
    if (conversation.turnCount === 0 || identities.length === planned.length) return known;
    if (identities.length > 0) return this.withUnnamed(ctx, conversation, { planned, known });
    const again = alreadyStored(
      planned.map((turn) => turn.contentHash),
      await this.turns.edges(ctx, conversation.id, planned.length),
    );
    again.forEach((turn, position) => known.set(position, turn));
    return known;
  }

  /** A call that names some of its turns: the others are recognised by their neighbours. */
  private async withUnnamed(
    ctx: TxContext,
    conversation: Conversation,
    { planned, known }: { planned: readonly PlannedTurn[]; known: ReadonlyMap<number, StoredTurn> },
  ): Promise<Map<number, StoredTurn>> {
    const around = [...known].flatMap(([position, { seq }]) =>
      planned.map((turn) => seq + turn.position - position),
    );
    const stored = await this.turns.at(ctx, conversation.id, [...new Set(around)]);
    return withKnownNeighbours(planned, known, stored);
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
    const { now, later } = splitIndexing(stored, conversation);
    await this.chunks.add(ctx, now);
    for (const turn of later)
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

/** For each place in the call, the first place with the same identity. */
function firstOfEach(planned: readonly PlannedTurn[]): Map<number, number> {
  const seen = new Map<string, number>();
  return new Map(
    planned.map(({ identity, position }) => {
      if (identity === null) return [position, position];
      const first = seen.get(identity) ?? position;
      seen.set(identity, first);
      return [position, first];
    }),
  );
}

/** Nothing is dropped without a word: what differs is said, and how to keep it. */
function whyDuplicate({ identity, contentHash }: PlannedTurn, storedHash: string | undefined): string {
  if (identity === null)
    return 'these words stand at this place already; turns with clientTurnId or occurredAt are told apart';
  return storedHash === contentHash
    ? 'stored before'
    : 'a turn with this clientTurnId is stored with other words; those are kept';
}

function countUserTurns(turns: readonly NewTurn[]): number {
  return turns.filter((turn) => turn.role === 'user').length;
}
