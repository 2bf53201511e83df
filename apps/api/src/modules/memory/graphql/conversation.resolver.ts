import { Args, ID, Int, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { decodeId } from '@memory-hub/contracts';
import { Authorize, type RequestContext } from '../../../common';
import { AgentRef, Ctx, NodeRegistry, pageRequest, toConnection } from '../../../infrastructure/graphql';
import { Users } from '../../identity';
import { MemoryReader } from '../memory-reader.service';
import { agentRef } from './card.resolver';
import { Conversation, ConversationConnection, TurnConnection } from './memory.types';
import { conversationView, turnView } from './memory.views';

@Resolver(() => Conversation)
export class ConversationResolver {
  constructor(
    private readonly reader: MemoryReader,
    private readonly users: Users,
    nodes: NodeRegistry,
  ) {
    nodes.register('conversation', async (ctx, uuid) => this.load(ctx, uuid));
    nodes.register('turn', async (ctx, uuid) => {
      const turn = await this.reader.turn(ctx, uuid);
      return turn === null ? null : turnView(turn);
    });
  }

  @Authorize('read', 'Conversation')
  @Query(() => ConversationConnection, { description: 'Sessions that the viewer may read, newest first.' })
  async conversations(
    @Ctx() ctx: RequestContext,
    @Args('agentId', { type: () => ID, nullable: true }) agentId?: string | null,
    @Args('first', { type: () => Int, nullable: true }) first?: number | null,
    @Args('after', { type: () => String, nullable: true }) after?: string | null,
  ): Promise<InstanceType<typeof ConversationConnection>> {
    const page = await this.reader.listConversations(
      ctx,
      agentId == null ? null : decodeId('agent', agentId),
      pageRequest('uuid', first, after),
    );
    return toConnection({ ...page, rows: page.rows.map(conversationView) }, (row) => row.uuid);
  }

  @Authorize('read', 'Conversation')
  @Query(() => Conversation, { nullable: true, description: 'A session; null when it is missing or hidden.' })
  async conversation(
    @Ctx() ctx: RequestContext,
    @Args('id', { type: () => ID }) id: string,
  ): Promise<Conversation | null> {
    return this.load(ctx, decodeId('conversation', id));
  }

  @ResolveField(() => AgentRef, { description: 'The agent of the session.' })
  async agent(@Ctx() ctx: RequestContext, @Parent() row: Conversation): Promise<AgentRef | null> {
    return agentRef(await this.users.actorRefs(ctx, [{ kind: 'agent', id: row.agentId }]), row.agentId);
  }

  @ResolveField(() => TurnConnection, { description: 'Its turns, in order.' })
  async turns(
    @Ctx() ctx: RequestContext,
    @Parent() row: Conversation,
    @Args('first', { type: () => Int, nullable: true }) first?: number | null,
    @Args('after', { type: () => String, nullable: true }) after?: string | null,
  ): Promise<InstanceType<typeof TurnConnection>> {
    const page = await this.reader.listTurns(ctx, row.uuid, pageRequest('number', first, after));
    return toConnection({ ...page, rows: page.rows.map(turnView) }, (turn) => String(turn.seq));
  }

  private async load(ctx: RequestContext, uuid: string): Promise<Conversation | null> {
    const row = await this.reader.conversation(ctx, uuid);
    return row === null ? null : conversationView(row);
  }
}
