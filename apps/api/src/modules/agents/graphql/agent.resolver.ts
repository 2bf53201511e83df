import { Args, ID, Int, Mutation, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { decodeId, parseId } from '@memory-hub/contracts';
import { Authorize, type RequestContext } from '../../../common';
import { Ctx, NodeRegistry, pageRequest, payload, toConnection } from '../../../infrastructure/graphql';
import { IdInput, Viewer } from '../../identity';
import { AgentAccess } from '../agent-access.service';
import { Agents } from '../agents.service';
import {
  AgentKeyPayload,
  AgentPayload,
  CreateAgentInput,
  CreateApiKeyInput,
  UpdateAgentInput,
} from './agent.inputs';
import { Agent, AgentConnection } from './agent.types';
import { AgentsView, keyView } from './agents-view';

@Resolver(() => Agent)
export class AgentResolver {
  constructor(
    private readonly agents: Agents,
    private readonly access: AgentAccess,
    private readonly views: AgentsView,
    nodes: NodeRegistry,
  ) {
    nodes.register('agent', async (ctx, uuid) => this.views.agent(ctx, uuid));
    nodes.register('key', async (ctx, uuid) => {
      const key = await this.access.find(ctx, uuid);
      return key === null ? null : keyView(key);
    });
  }

  @Authorize('read', 'Agent')
  @Query(() => AgentConnection, {
    name: 'agents',
    description: 'Agents that the viewer may see, newest first.',
  })
  async list(
    @Ctx() ctx: RequestContext,
    @Args('spaceId', { type: () => ID, nullable: true }) spaceId?: string | null,
    @Args('first', { type: () => Int, nullable: true }) first?: number | null,
    @Args('after', { type: () => String, nullable: true }) after?: string | null,
  ): Promise<InstanceType<typeof AgentConnection>> {
    const page = await this.agents.list(
      ctx,
      spaceId == null ? null : decodeId('space', spaceId),
      pageRequest('uuid', first, after),
    );
    return toConnection({ ...page, rows: await this.views.many(ctx, page.rows) }, ({ row }) => row.id);
  }

  @Authorize('read', 'Agent')
  @Query(() => Agent, {
    nullable: true,
    description: 'An agent by its id; null when it is missing or hidden.',
  })
  async agent(@Ctx() ctx: RequestContext, @Args('id', { type: () => ID }) id: string): Promise<Agent | null> {
    const parsed = parseId(id);
    const row = parsed?.type === 'agent' ? await this.agents.find(ctx, parsed.uuid) : null;
    return row === null ? null : ((await this.views.many(ctx, [row]))[0] ?? null);
  }

  @Authorize('create', 'Agent')
  @Mutation(() => AgentKeyPayload, {
    description: 'Makes an agent of the viewer. Its key is shown once, here.',
  })
  async createAgent(
    @Ctx() ctx: RequestContext,
    @Args('input') input: CreateAgentInput,
  ): Promise<AgentKeyPayload> {
    return payload<{ agent: Agent | null; key: string | null }>(ctx, { agent: null, key: null }, async () => {
      const { agentId, key } = await this.agents.create(ctx, {
        spaceId: decodeId('space', input.spaceId),
        name: input.name,
        clientType: input.clientType,
        rolePrompt: input.rolePrompt ?? undefined,
        rulesPrompt: input.rulesPrompt ?? undefined,
        scopes: input.scopes ?? undefined,
        expiresAt: input.expiresAt ?? undefined,
        idempotencyKey: input.idempotencyKey ?? undefined,
      });
      return { agent: await this.views.agent(ctx, agentId), key };
    });
  }

  @Authorize('edit', 'Agent')
  @Mutation(() => AgentPayload, { description: 'Changes an agent, pauses it, or lets it go on.' })
  async updateAgent(
    @Ctx() ctx: RequestContext,
    @Args('input') input: UpdateAgentInput,
  ): Promise<AgentPayload> {
    return payload(ctx, { agent: null }, async () => {
      const id = decodeId('agent', input.id);
      await this.agents.update(ctx, id, {
        name: input.name ?? undefined,
        rolePrompt: input.rolePrompt ?? undefined,
        rulesPrompt: input.rulesPrompt ?? undefined,
        clientType: input.clientType ?? undefined,
        paused: input.paused ?? undefined,
        budgetTokens: input.budgetTokens ?? undefined,
      });
      return { agent: await this.views.agent(ctx, id) };
    });
  }

  @Authorize('createKey', 'Agent')
  @Mutation(() => AgentKeyPayload, {
    description: 'Gives an agent a new key, shown once, here. The old one ends now, or after an overlap.',
  })
  async createApiKey(
    @Ctx() ctx: RequestContext,
    @Args('input') input: CreateApiKeyInput,
  ): Promise<AgentKeyPayload> {
    return payload(ctx, { agent: null, key: null }, async () => {
      const agentId = decodeId('agent', input.agentId);
      const key = await this.access.roll(ctx, {
        agentId,
        scopes: input.scopes ?? undefined,
        expiresAt: input.expiresAt ?? undefined,
        overlapMinutes: input.overlapMinutes ?? undefined,
      });
      return { agent: await this.views.agent(ctx, agentId), key };
    });
  }

  @Authorize('revoke', 'ApiKey')
  @Mutation(() => AgentPayload, { description: 'Ends a key: its next call is refused.' })
  async revokeApiKey(@Ctx() ctx: RequestContext, @Args('input') { id }: IdInput): Promise<AgentPayload> {
    return payload<{ agent: Agent | null }>(ctx, { agent: null }, async () => {
      const agentId = await this.access.revoke(ctx, decodeId('key', id));
      const row = await this.agents.find(ctx, agentId);
      return { agent: row === null ? null : ((await this.views.many(ctx, [row]))[0] ?? null) };
    });
  }
}

@Resolver(() => Viewer)
export class ViewerAgentsResolver {
  constructor(private readonly agents: Agents) {}

  @ResolveField('agentCount', () => Int, { description: 'Agents that the viewer may see.' })
  async agentCount(@Ctx() ctx: RequestContext): Promise<number> {
    return this.agents.count(ctx);
  }
}
