import { Args, ID, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { decodeId, encodeId } from '@memory-hub/contracts';
import { maskSecrets } from '@memory-hub/memory';
import { Authorize, type RequestContext } from '../../../common';
import {
  ActorRef,
  AgentRef,
  Ctx,
  NodeRegistry,
  pageRequest,
  toConnection,
} from '../../../infrastructure/graphql';
import { Users } from '../../identity';
import { MemoryReader } from '../memory-reader.service';
import { Memories } from '../memories.service';
import { CardsArgs } from './memory.args';
import { Card, CardConnection, CardHistory, CardSource, SceneRef } from './memory.types';
import { cardView } from './memory.views';

@Resolver(() => Card)
export class CardResolver {
  constructor(
    private readonly memories: Memories,
    private readonly reader: MemoryReader,
    private readonly users: Users,
    nodes: NodeRegistry,
  ) {
    nodes.register('card', async (ctx, uuid) => cardView(ctx, await this.memories.getOrThrow(ctx, uuid)));
  }

  @Authorize('read', 'Card')
  @Query(() => CardConnection, { description: 'Cards that the viewer may read, newest first.' })
  async cards(
    @Ctx() ctx: RequestContext,
    @Args() { agentId, category, includeHistory, first, after }: CardsArgs,
  ): Promise<InstanceType<typeof CardConnection>> {
    const filter = {
      ...(agentId == null ? {} : { agentId: decodeId('agent', agentId) }),
      ...(category == null ? {} : { category }),
      includeHistory: includeHistory === true,
    };
    const page = await this.memories.list(ctx, filter, pageRequest('uuid', first, after));
    return toConnection({ ...page, rows: page.rows.map((card) => cardView(ctx, card)) }, (card) => card.uuid);
  }

  @ResolveField(() => AgentRef, { nullable: true, description: 'The agent that keeps it.' })
  async agent(@Ctx() ctx: RequestContext, @Parent() card: Card): Promise<AgentRef | null> {
    return agentRef(await this.users.actorRefs(ctx, [{ kind: 'agent', id: card.agentId }]), card.agentId);
  }

  @ResolveField(() => SceneRef, { nullable: true, description: 'The scene that it is part of.' })
  async scene(@Ctx() ctx: RequestContext, @Parent() card: Card): Promise<SceneRef | null> {
    const scene = card.sceneId === null ? null : await this.reader.scene(ctx, card.sceneId);
    return scene === null ? null : { id: encodeId('scene', scene.id), title: scene.title };
  }

  @ResolveField(() => [ID], { description: 'Cards that it replaced.' })
  async supersedes(@Ctx() ctx: RequestContext, @Parent() card: Card): Promise<string[]> {
    return (await this.memories.replacedBy(ctx, card.uuid)).map((id) => encodeId('card', id));
  }

  @ResolveField(() => [CardHistory], { description: 'What it was before, oldest first.' })
  async history(@Ctx() ctx: RequestContext, @Parent() card: Card): Promise<CardHistory[]> {
    const entries = await this.memories.historyOf(ctx, card.uuid);
    const names = await this.users.actorRefs(
      ctx,
      entries.map(({ actorKind, actorId }) => ({
        kind: actorKind === 'agent' ? 'agent' : 'user',
        id: actorId,
      })),
    );
    return entries.map(({ actorKind, actorId, ...entry }) => ({
      ...entry,
      by: actorRef(names, { kind: actorKind, id: actorId }),
    }));
  }

  @ResolveField(() => [CardSource], { description: 'The words that it rests on.' })
  async sources(@Ctx() ctx: RequestContext, @Parent() card: Card): Promise<CardSource[]> {
    const sources = await this.memories.sourcesOf(ctx, [card.uuid]);
    const turns = await this.reader.turnsAt(ctx, sources);
    const conversations = new Map(
      await Promise.all(
        [...new Set(sources.map((source) => source.conversationId))].map(
          async (id) => [id, await this.reader.conversation(ctx, id)] as const,
        ),
      ),
    );
    return sources.flatMap((source) => {
      const turn = turns.find(
        (one) => one.conversationId === source.conversationId && one.seq === source.seq,
      );
      const sessionId = conversations.get(source.conversationId)?.sessionId;
      if (turn === undefined || sessionId === undefined) return [];
      const quote = maskSecrets(turn.content.slice(source.startAt, source.endAt)).text;
      return [
        {
          turnId: encodeId('turn', turn.id),
          sessionId,
          speaker: turn.speaker,
          role: turn.role,
          occurredAt: turn.occurredAt,
          start: source.startAt,
          end: source.endAt,
          quote,
        },
      ];
    });
  }

  @Authorize('read', 'Card')
  @Query(() => Card, { nullable: true, description: 'A card; null when it is missing or hidden.' })
  async card(@Ctx() ctx: RequestContext, @Args('id', { type: () => ID }) id: string): Promise<Card | null> {
    const [card] = await this.memories.findMany(ctx, [decodeId('card', id)]);
    return card === undefined ? null : cardView(ctx, card);
  }
}

export function agentRef(names: ReadonlyMap<string, { name: string }>, id: string): AgentRef | null {
  const name = names.get(id)?.name;
  return name === undefined ? null : { id: encodeId('agent', id), name };
}

function actorRef(
  names: ReadonlyMap<string, { name: string }>,
  actor: { kind: string; id: string },
): ActorRef {
  return {
    kind: actor.kind,
    id: encodeId(actor.kind === 'agent' ? 'agent' : 'user', actor.id),
    name: names.get(actor.id)?.name ?? '',
  };
}
