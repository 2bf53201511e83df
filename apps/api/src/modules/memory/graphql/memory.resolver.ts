import { Args, ID, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { decodeId, encodeId, invalidInput } from '@memory-hub/contracts';
import { Authorize, type RequestContext } from '../../../common';
import { Ctx, NodeRegistry, payload, Task, taskView } from '../../../infrastructure/graphql';
import { Tasks } from '../../../infrastructure/queue';
import { ProposalPayload, proposalView } from '../../assets';
import { IdInput } from '../../identity';
import { Capture } from '../capture.service';
import { Memories, type MemoryWrite } from '../memories.service';
import { MemoryReader } from '../memory-reader.service';
import { Snapshots } from '../snapshots.service';
import { Traces } from '../traces.service';
import { CapturePayload, DeletePayload, TaskPayload } from './memory.payloads';
import {
  AddMemoryInput,
  CaptureTurnsInput,
  Card,
  EndSessionInput,
  Persona,
  ProposeChatMemoryInput,
  RunExtractionInput,
  Scene,
  Trace,
  UpdateMemoryInput,
} from './memory.types';
import { cardView, conversationView, personaView, sceneView } from './memory.views';

@Resolver(() => Scene)
export class MemoryResolver {
  constructor(
    private readonly capture: Capture,
    private readonly memories: Memories,
    private readonly reader: MemoryReader,
    private readonly traces: Traces,
    private readonly snapshots: Snapshots,
    private readonly tasks: Tasks,
    nodes: NodeRegistry,
  ) {
    nodes.register('scene', async (ctx, uuid) => nullable(await this.reader.scene(ctx, uuid), sceneView));
    nodes.register('persona', async (ctx, uuid) =>
      nullable(await this.reader.findPersona(ctx, uuid), personaView),
    );
  }

  @Authorize('read', 'Scene')
  @Query(() => [Scene], { description: 'Scenes of an agent, most used first.' })
  async scenes(
    @Ctx() ctx: RequestContext,
    @Args('agentId', { type: () => ID }) agentId: string,
  ): Promise<Scene[]> {
    return (await this.reader.scenesOfAgent(ctx, decodeId('agent', agentId))).map(sceneView);
  }

  @ResolveField(() => [Card], { description: 'Live cards of the scene.' })
  async cards(@Ctx() ctx: RequestContext, @Parent() scene: Scene): Promise<Card[]> {
    return (
      await this.memories.ofScene(ctx, {
        agentId: scene.agentId,
        subjectId: scene.subjectId,
        sceneId: scene.uuid,
      })
    ).map((card) => cardView(ctx, card));
  }

  @Authorize('read', 'Persona')
  @Query(() => Persona, {
    nullable: true,
    description: 'What an agent knows of its owner; null while there is nothing.',
  })
  async persona(
    @Ctx() ctx: RequestContext,
    @Args('agentId', { type: () => ID }) agentId: string,
  ): Promise<Persona | null> {
    return nullable(await this.reader.persona(ctx, decodeId('agent', agentId)), personaView);
  }

  @Authorize('read', 'Card')
  @Query(() => Trace, {
    nullable: true,
    description: 'From a card, scene, persona or turn down to the words and up to what was made of it.',
  })
  async trace(@Ctx() ctx: RequestContext, @Args('id', { type: () => ID }) id: string): Promise<Trace> {
    const { focus, persona, scenes, cards, turns } = await this.traces.trace(ctx, id);
    return {
      focus,
      persona: persona.map(traceNode),
      scenes: scenes.map(traceNode),
      cards: cards.map(traceNode),
      turns: turns.map(traceNode),
    };
  }

  @Authorize('create', 'Turn')
  @Mutation(() => CapturePayload, { description: 'Stores turns of a session, word for word.' })
  async captureTurns(
    @Ctx() ctx: RequestContext,
    @Args('input') input: CaptureTurnsInput,
  ): Promise<CapturePayload> {
    const answer = await payload(ctx, { conversation: null, task: null, report: null }, async () => {
      const { conversationId, taskId, report } = await this.capture.captureTurns(ctx, {
        ...agentOf(input), sessionId: input.sessionId, ...given('subject', input.subject), ...given('title', input.title), turns: input.turns,
        offTheRecord: input.offTheRecord === true, ...given('idempotencyKey', input.idempotencyKey),
      }); // prettier-ignore
      const conversation = await this.reader.conversation(ctx, conversationId);
      return {
        conversation: nullable(conversation, conversationView),
        task: await this.task(ctx, taskId),
        report: report.map((entry) => ({
          ...entry,
          turnId: entry.turnId === null ? null : encodeId('turn', entry.turnId),
        })),
      };
    });
    return { ...answer, report: answer.report ?? [] };
  }

  @Authorize('extract', 'Conversation')
  @Mutation(() => TaskPayload, { description: 'Says that a session is over; what waits is extracted now.' })
  async endSession(@Ctx() ctx: RequestContext, @Args('input') input: EndSessionInput): Promise<TaskPayload> {
    return payload(ctx, { task: null, cardId: null }, async () => ({
      task: await this.task(
        ctx,
        await this.capture.endSession(ctx, { ...agentOf(input), sessionId: input.sessionId }),
      ),
      cardId: null,
    }));
  }

  @Authorize('extract', 'Conversation')
  @Mutation(() => TaskPayload, { description: 'Extracts what waits in a session now.' })
  async runExtraction(
    @Ctx() ctx: RequestContext,
    @Args('input') input: RunExtractionInput,
  ): Promise<TaskPayload> {
    return payload(ctx, { task: null, cardId: null }, async () => ({
      task: await this.task(
        ctx,
        await this.capture.runExtraction(ctx, { ...agentOf(input), sessionId: input.sessionId }),
      ),
      cardId: null,
    }));
  }

  @Authorize('create', 'Card')
  @Mutation(() => TaskPayload, { description: 'Keeps one fact; it can be found at once.' })
  async addMemory(@Ctx() ctx: RequestContext, @Args('input') input: AddMemoryInput): Promise<TaskPayload> {
    return payload(ctx, { task: null, cardId: null }, async () =>
      this.written(
        ctx,
        await this.memories.add(ctx, {
          ...agentOf(input),
          content: input.content,
          ...given('category', input.category),
          ...given('tags', input.tags),
          ...metadataOf(input.metadata),
          ...given('idempotencyKey', input.idempotencyKey),
        }),
      ),
    );
  }

  @Authorize('edit', 'Card')
  @Mutation(() => TaskPayload, { description: 'Changes the given fields of a card and nothing else.' })
  async updateMemory(
    @Ctx() ctx: RequestContext,
    @Args('input') input: UpdateMemoryInput,
  ): Promise<TaskPayload> {
    return payload(ctx, { task: null, cardId: null }, async () =>
      this.written(
        ctx,
        await this.memories.update(ctx, {
          id: decodeId('card', input.id),
          ...given('content', input.content),
          ...given('category', input.category),
          ...given('tags', input.tags),
          ...metadataOf(input.metadata),
          ...given('reason', input.reason),
          ...given('idempotencyKey', input.idempotencyKey),
        }),
      ),
    );
  }

  @Authorize('delete', 'Card')
  @Mutation(() => DeletePayload, {
    description: 'Deletes a card for good; a later extraction does not bring it back.',
  })
  async deleteMemory(@Ctx() ctx: RequestContext, @Args('input') input: IdInput): Promise<DeletePayload> {
    return payload(ctx, { deletedId: null }, async () => {
      await this.memories.remove(ctx, decodeId('card', input.id));
      return { deletedId: input.id };
    });
  }

  @Authorize('create', 'Proposal')
  @Mutation(() => ProposalPayload, { description: 'Puts chosen memories forward as an asset.' })
  async proposeChatMemory(
    @Ctx() ctx: RequestContext,
    @Args('input') input: ProposeChatMemoryInput,
  ): Promise<ProposalPayload> {
    return payload(ctx, { proposal: null }, async () => ({
      proposal: proposalView(await this.snapshots.propose(ctx, {
        spaceId: decodeId('space', input.spaceId),
        ...(input.assetId == null ? {} : { assetId: decodeId('asset', input.assetId) }),
        ...(input.baseRevisionId == null ? {} : { baseRevisionId: decodeId('revision', input.baseRevisionId) }),
        name: input.name, title: input.title, description: input.description, message: input.message, ...given('visibility', input.visibility),
        cardIds: input.cardIds.map((id) => decodeId('card', id)), sceneIds: (input.sceneIds ?? []).map((id) => decodeId('scene', id)),
        includeOtherSpeakers: input.includeOtherSpeakers !== false, submit: input.submit === true, ...given('idempotencyKey', input.idempotencyKey),
      })), // prettier-ignore
    }));
  }

  private async written(
    ctx: RequestContext,
    { cardId, taskId }: MemoryWrite,
  ): Promise<{ task: Task | null; cardId: string }> {
    return { task: await this.task(ctx, taskId), cardId: encodeId('card', cardId) };
  }

  private async task(ctx: RequestContext, id: string | null): Promise<Task | null> {
    return id === null ? null : nullable(await this.tasks.find(ctx, id), taskView);
  }
}

function nullable<T, U>(value: T | null, view: (value: T) => U): U | null {
  return value === null ? null : view(value);
}

function agentOf({ agentId }: { agentId?: string | null }): { agentId?: string } {
  return agentId == null ? {} : { agentId: decodeId('agent', agentId) };
}

/** GraphQL's null and absence are both "not given". */
function given<K extends string, T>(key: K, value: T | null | undefined): Partial<Record<K, T>> {
  const field: Partial<Record<string, T>> = value == null ? {} : { [key]: value };
  return field;
}

function metadataOf(metadata: unknown): { metadata?: Record<string, unknown> } {
  if (metadata == null) return {};
  if (typeof metadata !== 'object' || Array.isArray(metadata))
    throw invalidInput(['metadata'], 'metadata must be an object.');
  return { metadata: { ...metadata } };
}

function traceNode(
  node: { links: readonly string[]; spans: readonly { start: number; end: number }[] } & Omit<
    Trace['cards'][number],
    'links' | 'spans'
  >,
): Trace['cards'][number] {
  return { ...node, links: [...node.links], spans: [...node.spans] };
}
