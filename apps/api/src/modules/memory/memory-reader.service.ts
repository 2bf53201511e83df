import { Injectable } from '@nestjs/common';
import { notFound } from '@memory-hub/contracts';
import type { RequestContext } from '../../common';
import { UnitOfWork } from '../../infrastructure/prisma';
import type { Page, PageRequest } from '../../infrastructure/graphql';
import { Capture } from './capture.service';
import { ConversationsRepository } from './conversations.repository';
import type { Conversation, MemoryCounts } from './domain/conversation';
import { ScenesRepository } from './scenes.repository';
import type { Persona, Scene } from './domain/scene';
import { SubjectsRepository, type MemoryAgent } from './subjects.repository';
import { TurnsRepository } from './turns.repository';
import type { Turn } from './domain/turn';

export interface SearchScope {
  readonly agentId: string;
  readonly subjectId: string;
  /** Access class of the memory; null while nothing of it is stored. */
  readonly classId: string | null;
  readonly conversationId: string | null;
}

/** Reads of conversations, turns, scenes and personas. */
@Injectable()
export class MemoryReader {
  constructor(
    private readonly work: UnitOfWork,
    private readonly capture: Capture,
    private readonly conversations: ConversationsRepository,
    private readonly turns: TurnsRepository,
    private readonly scenes: ScenesRepository,
    private readonly subjects: SubjectsRepository,
  ) {}

  async conversation(ctx: RequestContext, id: string): Promise<Conversation | null> {
    return this.work.read(ctx, (tx) => this.conversations.find(tx, id));
  }

  async listConversations(
    ctx: RequestContext,
    agentId: string | null,
    page: PageRequest,
  ): Promise<Page<Conversation>> {
    return this.work.read(ctx, (tx) => this.conversations.list(tx, agentId, page));
  }

  async listTurns(ctx: RequestContext, conversationId: string, page: PageRequest): Promise<Page<Turn>> {
    return this.work.read(ctx, (tx) => this.turns.list(tx, conversationId, page));
  }

  async turn(ctx: RequestContext, id: string): Promise<Turn | null> {
    return this.work.read(ctx, (tx) => this.turns.find(tx, id));
  }

  async turnsAt(
    ctx: RequestContext,
    places: readonly { conversationId: string; seq: number }[],
  ): Promise<Turn[]> {
    return this.work.read(ctx, (tx) => this.turns.findMany(tx, places));
  }

  async scene(ctx: RequestContext, id: string): Promise<Scene | null> {
    return this.work.read(ctx, (tx) => this.scenes.find(tx, id));
  }

  async scenesOfAgent(ctx: RequestContext, agentId: string): Promise<Scene[]> {
    return this.work.read(ctx, (tx) => this.scenes.ofAgent(tx, agentId));
  }

  /** The persona of the agent's owner; null before there is anything to say. */
  async persona(ctx: RequestContext, agentId: string): Promise<Persona | null> {
    return this.work.read(ctx, async (tx) => {
      const agent = await this.subjects.findAgent(tx, agentId);
      if (agent === null) throw notFound('agent');
      return this.scenes.persona(tx, { agentId, subjectId: agent.ownerSubjectId });
    });
  }

  async findPersona(ctx: RequestContext, id: string): Promise<Persona | null> {
    return this.work.read(ctx, (tx) => this.scenes.findPersona(tx, id));
  }

  async counts(ctx: RequestContext, agentId: string): Promise<MemoryCounts> {
    return this.work.read(ctx, (tx) => this.conversations.counts(tx, agentId));
  }

  /** An agent of the asking person. Another person's agent equals missing: its memory is not theirs to read. */
  async ownAgent(ctx: RequestContext, agentId: string): Promise<MemoryAgent> {
    const agent = await this.work.read(ctx, (tx) => this.subjects.findAgent(tx, agentId));
    if (agent === null || agent.ownerId !== ctx.userId) throw notFound('agent');
    return agent;
  }

  /** The memory that a search is about: the session's subject, or the agent's owner. */
  async scopeOf(ctx: RequestContext, sessionId: string | undefined): Promise<SearchScope> {
    return this.work.read(ctx, async (tx) => {
      const agent = await this.capture.agentOf(tx, undefined);
      const conversation =
        sessionId === undefined ? null : await this.conversations.findBySession(tx, agent.id, sessionId);
      if (sessionId !== undefined && conversation === null) throw notFound('conversation');
      const subjectId = conversation?.subjectId ?? agent.ownerSubjectId;
      return {
        agentId: agent.id,
        subjectId,
        classId: await this.conversations.classOf(tx, { agentId: agent.id, subjectId }),
        conversationId: conversation?.id ?? null,
      };
    });
  }
}
