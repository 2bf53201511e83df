import { Inject } from '@nestjs/common';
import { Args, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { encodeId } from '@memory-hub/contracts';
import DataLoader from 'dataloader';
import type { RequestContext } from '../../../common';
import { hubAddress, type Settings } from '../../../config';
import {
  Ctx,
  Gql,
  loader,
  NodeRegistry,
  pageSize,
  type GraphqlContext,
} from '../../../infrastructure/graphql';
import { SETTINGS_TOKEN } from '../../../infrastructure/settings';
import { Asset as Asset } from '../../assets';
import { MemoryReader } from '../../memory';
import { AgentAccess } from '../agent-access.service';
import { connectSnippets } from '../domain/connect-snippets';
import { isInPrompt, type Mount as MountRow } from '../domain/mount';
import { Manifests } from '../manifest.service';
import { Mounts } from '../mounts.service';
import { Agent, AgentMemory, ApiKey, Budget, ConnectSnippet } from './agent.types';
import { keyView, mountView } from './agents-view';
import { loadoutOf } from './loadout-loader';
import { Manifest, Mount } from './mount.types';

/** What hangs on an agent: key, mounts, what it receives, what it remembers. */
@Resolver(() => Agent)
export class AgentFieldsResolver {
  constructor(
    private readonly access: AgentAccess,
    private readonly mounts: Mounts,
    private readonly manifests: Manifests,
    private readonly memory: MemoryReader,
    private readonly nodes: NodeRegistry,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  @ResolveField('key', () => ApiKey, {
    nullable: true,
    description: 'Its newest key, for those who may see it.',
  })
  async keyOf(@Gql() gql: GraphqlContext, @Parent() { row }: Agent): Promise<ApiKey | null> {
    const keys = loader(gql, 'agent keys', () => new DataLoader<string, ApiKey | null>(async (ids) => {
      const found = await this.access.currentOf(gql.ctx, ids);
      return ids.map((id) => found.get(id)).map((key) => (key === undefined ? null : keyView(key)));
    })); // prettier-ignore
    return keys.load(row.id);
  }

  @ResolveField('mounts', () => [Mount], {
    description: 'What is mounted on it, in packing order, as far as the viewer may read the asset.',
  })
  async mountsOf(@Gql() gql: GraphqlContext, @Parent() { row }: Agent): Promise<Mount[]> {
    const mounts = loader(gql, 'agent mounts', () => new DataLoader<string, MountRow[]>(async (ids) => {
      const found = await this.mounts.ofAgents(gql.ctx, ids);
      return ids.map((id) => found.filter(({ agentId }) => agentId === id));
    })); // prettier-ignore
    return (await mounts.load(row.id)).map(mountView);
  }

  @ResolveField('mountable', () => [Asset], {
    description:
      'Published assets that it may receive, and the viewer’s own drafts when it is the viewer’s own agent.',
  })
  async mountableOn(
    @Ctx() ctx: RequestContext,
    @Parent() { row }: Agent,
    @Args('text', { type: () => String, nullable: true }) text?: string | null,
    @Args('first', { type: () => Int, nullable: true }) first?: number | null,
  ): Promise<Asset[]> {
    const ids = await this.mounts.mountable(ctx, row, {
      text: text ?? '',
      first: pageSize(first),
    });
    const assets = await Promise.all(ids.map((id) => this.nodes.load(ctx, encodeId('asset', id))));
    return assets.filter((asset): asset is Asset => asset !== null);
  }

  @ResolveField('budget', () => Budget, { description: 'How much of the prompt its mounts take.' })
  async budgetOf(@Gql() gql: GraphqlContext, @Parent() { row }: Agent): Promise<Budget> {
    const { limitTokens, usedTokens, mounts } = await loadoutOf(gql, this.manifests, row);
    const parts = mounts
      .filter(({ mode }) => isInPrompt(mode))
      .map(({ assetName, tokens, cutTokens }) => ({ name: assetName, tokens, cutTokens }));
    return { limitTokens, usedTokens, parts };
  }

  @ResolveField('manifest', () => Manifest, {
    description: 'Exactly what it receives, and what a sample message would recall.',
  })
  async manifestOf(
    @Ctx() ctx: RequestContext,
    @Parent() { row }: Agent,
    @Args('sampleText', { type: () => String, nullable: true }) sampleText?: string | null,
  ): Promise<Manifest> {
    return this.manifests.preview(ctx, row, sampleText ?? '');
  }

  @ResolveField('memory', () => AgentMemory, { description: 'How much it remembers.' })
  async memoryOf(@Ctx() ctx: RequestContext, @Parent() { row }: Agent): Promise<AgentMemory> {
    return this.memory.counts(ctx, row.id);
  }

  @ResolveField('connect', () => [ConnectSnippet], {
    description: 'How client programs are connected to the hub as this agent.',
  })
  connect(): ConnectSnippet[] {
    return connectSnippets(hubAddress(this.settings));
  }
}
