import { Args, Int, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { decodeId, encodeId, notFound } from '@memory-hub/contracts';
import { Authorize, type RequestContext } from '../../../common';
import {
  Ctx,
  Gql,
  loader,
  NodeRegistry,
  payload,
  type GraphqlContext,
} from '../../../infrastructure/graphql';
import { Asset as Asset, Revision as Revision } from '../../assets';
import { IdInput } from '../../identity';
import { Agents } from '../agents.service';
import type { PackedMount } from '../domain/loadout';
import { mountWarning } from '../domain/mount-warning';
import { Manifests } from '../manifest.service';
import { Mounts } from '../mounts.service';
import { AgentPayload, MountAssetInput, MountPayload, UpdateMountInput } from './agent.inputs';
import { AgentsView } from './agents-view';
import { loadoutOf } from './loadout-loader';
import { Mount } from './mount.types';

@Resolver(() => Mount)
export class MountResolver {
  constructor(
    private readonly agents: Agents,
    private readonly mounts: Mounts,
    private readonly manifests: Manifests,
    private readonly views: AgentsView,
    private readonly nodes: NodeRegistry,
  ) {
    nodes.register('mount', async (ctx, uuid) => this.views.mount(ctx, uuid));
  }

  @Authorize('create', 'Mount')
  @Mutation(() => MountPayload, {
    description: 'Mounts a published asset on an agent, or an own draft on an own agent.',
  })
  async mountAsset(@Gql() gql: GraphqlContext, @Args('input') input: MountAssetInput): Promise<MountPayload> {
    return payload(gql.ctx, { mount: null, agent: null }, async () => {
      const id = await this.mounts.mount(gql.ctx, {
        agentId: decodeId('agent', input.agentId),
        assetId: decodeId('asset', input.assetId),
        mode: input.mode,
        priority: input.priority ?? undefined,
        budgetTokens: input.budgetTokens ?? undefined,
        pinnedRevisionId:
          input.pinnedRevisionId == null ? undefined : decodeId('revision', input.pinnedRevisionId),
      });
      return this.afterwards(gql, id);
    });
  }

  @Authorize('edit', 'Mount')
  @Mutation(() => MountPayload, {
    description: 'Changes how an agent receives an asset; its next call sees it.',
  })
  async updateMount(
    @Gql() gql: GraphqlContext,
    @Args('input') input: UpdateMountInput,
  ): Promise<MountPayload> {
    return payload(gql.ctx, { mount: null, agent: null }, async () => {
      const id = decodeId('mount', input.id);
      await this.mounts.update(gql.ctx, id, {
        mode: input.mode ?? undefined,
        priority: input.priority ?? undefined,
        budgetTokens: input.budgetTokens ?? undefined,
        pinnedRevisionId:
          input.pinnedRevisionId == null ? undefined : decodeId('revision', input.pinnedRevisionId),
        followLatest: input.followLatest ?? undefined,
      });
      return this.afterwards(gql, id);
    });
  }

  @Authorize('delete', 'Mount')
  @Mutation(() => AgentPayload, { description: 'Takes an asset from an agent; its next call sees it.' })
  async unmountAsset(@Gql() gql: GraphqlContext, @Args('input') { id }: IdInput): Promise<AgentPayload> {
    return payload(gql.ctx, { agent: null }, async () => {
      const agentId = await this.mounts.unmount(gql.ctx, decodeId('mount', id));
      return { agent: await this.views.agent(gql.ctx, agentId) };
    });
  }

  @ResolveField('asset', () => Asset, { description: 'What is mounted.' })
  async assetOf(@Ctx() ctx: RequestContext, @Parent() { row }: Mount): Promise<Asset> {
    const asset = await this.nodes.load(ctx, encodeId('asset', row.assetId));
    if (asset === null) throw notFound('asset');
    return asset as Asset;
  }

  @ResolveField('pinnedRevision', () => Revision, {
    nullable: true,
    description: 'The revision it stays with; null follows the latest.',
  })
  async pinnedRevisionOf(@Ctx() ctx: RequestContext, @Parent() { row }: Mount): Promise<Revision | null> {
    return this.revision(ctx, row.pinnedRevisionId);
  }

  @ResolveField('effectiveRevision', () => Revision, {
    nullable: true,
    description: 'The revision that the agent receives now; null when it receives nothing.',
  })
  async effectiveRevisionOf(@Gql() gql: GraphqlContext, @Parent() mount: Mount): Promise<Revision | null> {
    const { row } = mount;
    if (row.mode === 'off')
      return isLive(row.assetStatus)
        ? this.revision(gql.ctx, row.pinnedRevisionId ?? row.publishedRevisionId)
        : null;
    return this.revision(gql.ctx, (await this.packed(gql, mount))?.revisionId ?? null);
  }

  @ResolveField('tokens', () => Int, { description: 'Tokens that it takes in the prompt.' })
  async tokensOf(@Gql() gql: GraphqlContext, @Parent() mount: Mount): Promise<number> {
    return (await this.packed(gql, mount))?.tokens ?? 0;
  }

  @ResolveField('cutTokens', () => Int, { description: 'Tokens of it that did not fit.' })
  async cutTokensOf(@Gql() gql: GraphqlContext, @Parent() mount: Mount): Promise<number> {
    return (await this.packed(gql, mount))?.cutTokens ?? 0;
  }

  @ResolveField('warning', () => String, {
    nullable: true,
    description: 'What the viewer should know about it, as one sentence.',
  })
  async warningOf(@Gql() gql: GraphqlContext, @Parent() mount: Mount): Promise<string | null> {
    const packed = await this.packed(gql, mount);
    const { assetStatus: status, mode } = mount.row;
    const isReceived = packed !== null && packed.revisionId !== null;
    return mountWarning(gql.ctx.locale, {
      status,
      isOff: mode === 'off',
      isReceived,
      tokens: packed?.tokens ?? 0,
      cutTokens: packed?.cutTokens ?? 0,
    });
  }

  /** The mount as the agent receives it; null when it receives nothing. */
  private async packed(gql: GraphqlContext, { row }: Mount): Promise<PackedMount | null> {
    const agents = loader(gql, 'agents of mounts', () => new Map<string, ReturnType<Agents['getOrThrow']>>());
    const agent = agents.get(row.agentId) ?? this.agents.getOrThrow(gql.ctx, row.agentId);
    agents.set(row.agentId, agent);
    const { mounts } = await loadoutOf(gql, this.manifests, await agent);
    return mounts.find(({ mountId }) => mountId === row.id) ?? null;
  }

  private async revision(ctx: RequestContext, id: string | null): Promise<Revision | null> {
    return id === null ? null : ((await this.nodes.load(ctx, encodeId('revision', id))) as Revision | null);
  }

  /** Everything that was worked out before the act is forgotten. */
  private async afterwards(
    gql: GraphqlContext,
    id: string,
  ): Promise<{ mount: Mount; agent: Awaited<ReturnType<AgentsView['agent']>> }> {
    gql.loaders.clear();
    const mount = await this.views.mount(gql.ctx, id);
    return { mount, agent: await this.views.agent(gql.ctx, mount.row.agentId) };
  }
}

function isLive(status: string): boolean {
  return status === 'published' || status === 'deprecated';
}
