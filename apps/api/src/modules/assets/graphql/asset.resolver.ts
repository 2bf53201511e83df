import { Args, ID, Int, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { decodeId, encodeId, parseId } from '@memory-hub/contracts';
import { viewerCan } from '@memory-hub/permissions';
import { Authorize, type RequestContext } from '../../../common';
import {
  AgentRef,
  Ctx,
  Gql,
  NodeRegistry,
  pageRequest,
  payload,
  SpaceRef,
  toConnection,
  UserRef,
  type GraphqlContext,
} from '../../../infrastructure/graphql';
import { AssetActs } from '../asset-acts';
import { Assets } from '../assets.service';
import { assetFacts, contentTokens } from '../domain/facts';
import { ProposalReader } from '../proposal-reader';
import { AssetActInput, AssetsArgs, RollBackAssetInput } from './assets.inputs';
import { AssetNames } from './asset-names';
import { AssetRows, assetView, proposalView, revisionView } from './asset-rows';
import {
  Asset,
  AssetConnection,
  AssetPayload,
  AssetRights,
  Proposal,
  Revision,
  RevisionConnection,
} from './assets.types';

const OPEN_STATES = ['draft', 'in_review', 'approved'] as const;

@Resolver(() => Asset)
export class AssetResolver {
  constructor(
    private readonly assets: Assets,
    private readonly acts: AssetActs,
    private readonly proposals: ProposalReader,
    private readonly rows: AssetRows,
    private readonly names: AssetNames,
    nodes: NodeRegistry,
  ) {
    nodes.register('asset', async (ctx, uuid) => this.load(ctx, uuid));
  }

  @Authorize('read', 'Asset')
  @Query(() => Asset, {
    nullable: true,
    description: 'An asset by its id; null when it is missing or hidden.',
  })
  async asset(@Ctx() ctx: RequestContext, @Args('id', { type: () => ID }) id: string): Promise<Asset | null> {
    const parsed = parseId(id);
    return parsed?.type === 'asset' ? this.load(ctx, parsed.uuid) : null;
  }

  @Authorize('read', 'Asset')
  @Query(() => AssetConnection, {
    name: 'assets',
    description: 'Assets that the viewer may read, newest first.',
  })
  async assetList(
    @Ctx() ctx: RequestContext,
    @Args() { spaceId, kinds, statuses, first, after }: AssetsArgs,
  ): Promise<InstanceType<typeof AssetConnection>> {
    const filter = {
      ...(spaceId == null ? {} : { spaceId: decodeId('space', spaceId) }),
      ...(kinds == null ? {} : { kinds }),
      ...(statuses == null ? {} : { statuses }),
    };
    const page = await this.assets.list(ctx, filter, pageRequest('uuid', first, after));
    return toConnection({ ...page, rows: page.rows.map(assetView) }, ({ row }) => row.id);
  }

  @ResolveField('space', () => SpaceRef, { description: 'The space it lives in.' })
  async spaceOf(@Gql() gql: GraphqlContext, @Parent() { row }: Asset): Promise<SpaceRef> {
    return this.names.space(gql, row.spaceId);
  }

  @ResolveField('owner', () => UserRef, { description: 'Who owns it.' })
  async ownerOf(@Gql() gql: GraphqlContext, @Parent() { row }: Asset): Promise<UserRef> {
    return this.names.user(gql, row.ownerId);
  }

  @ResolveField('publishedRevision', () => Revision, { nullable: true, description: 'What is live.' })
  async publishedRevisionOf(@Gql() gql: GraphqlContext, @Parent() { row }: Asset): Promise<Revision | null> {
    const revision =
      row.publishedRevisionId === null ? null : await this.rows.revision(gql, row.publishedRevisionId);
    return revision === null ? null : revisionView(revision);
  }

  @ResolveField('revisions', () => RevisionConnection, {
    description: 'Revisions that the viewer may read, newest first.',
  })
  async revisionsOf(
    @Ctx() ctx: RequestContext,
    @Parent() { row }: Asset,
    @Args('first', { type: () => Int, nullable: true }) first: number | null,
    @Args('after', { type: () => String, nullable: true }) after: string | null,
  ): Promise<InstanceType<typeof RevisionConnection>> {
    const page = await this.assets.listRevisions(ctx, row.id, pageRequest('uuid', first, after));
    return toConnection({ ...page, rows: page.rows.map(revisionView) }, ({ row: { id } }) => id);
  }

  @ResolveField('openProposals', () => [Proposal], {
    description: 'Changes on their way that the viewer may read.',
  })
  async openProposalsOf(@Ctx() ctx: RequestContext, @Parent() { row }: Asset): Promise<Proposal[]> {
    const { rows } = await this.proposals.list(
      ctx,
      { assetId: row.id, states: OPEN_STATES },
      { first: 100, after: null },
    );
    return rows.map(proposalView);
  }

  @ResolveField('mountedOn', () => [AgentRef], {
    description: 'Agents that mount it, as far as the viewer may see them.',
  })
  async mountedOnOf(@Ctx() ctx: RequestContext, @Parent() { row }: Asset): Promise<AgentRef[]> {
    return (await this.assets.mountedOn(ctx, row.id)).map(({ id, name }) => ({
      id: encodeId('agent', id),
      name,
    }));
  }

  @ResolveField('readers', () => [String], {
    description: 'Who reads its published content and why, one plain sentence each.',
  })
  async readersOf(@Ctx() ctx: RequestContext, @Parent() { row }: Asset): Promise<string[]> {
    return this.names.readers(ctx, contentTokens(row), row.ownerId);
  }

  @ResolveField('viewerCan', () => AssetRights, {
    description: 'What the viewer may do with it as it is now.',
  })
  viewerCanOf(@Ctx() ctx: RequestContext, @Parent() { row }: Asset): AssetRights {
    const { propose, mount, publish, rollBack, deprecate, archive, revoke, changeVisibility } = viewerCan(
      ctx.ability,
      'Asset',
      assetFacts(row),
    );
    return { edit: propose, mount, publish, rollBack, deprecate, archive, revoke, changeVisibility };
  }

  @Authorize('rollBack', 'Asset')
  @Mutation(() => AssetPayload, {
    description: 'Makes a revision that was published before the live one again.',
  })
  async rollBackAsset(
    @Gql() gql: GraphqlContext,
    @Args('input') { assetId, revisionId, reason }: RollBackAssetInput,
  ): Promise<AssetPayload> {
    return this.after(gql, assetId, (id) =>
      this.acts.rollBack(gql.ctx, { assetId: id, revisionId: decodeId('revision', revisionId), reason }),
    );
  }

  @Authorize('deprecate', 'Asset')
  @Mutation(() => AssetPayload, {
    description: 'Marks an asset as not to be used any more. It stays readable; mounts warn.',
  })
  async deprecateAsset(
    @Gql() gql: GraphqlContext,
    @Args('input') { assetId, reason }: AssetActInput,
  ): Promise<AssetPayload> {
    return this.after(gql, assetId, (id) => this.acts.deprecate(gql.ctx, { assetId: id, reason }));
  }

  @Authorize('archive', 'Asset')
  @Mutation(() => AssetPayload, { description: 'Puts a deprecated asset away.' })
  async archiveAsset(
    @Gql() gql: GraphqlContext,
    @Args('input') { assetId, reason }: AssetActInput,
  ): Promise<AssetPayload> {
    return this.after(gql, assetId, (id) => this.acts.archive(gql.ctx, { assetId: id, reason }));
  }

  @Authorize('revoke', 'Asset')
  @Mutation(() => AssetPayload, {
    description: 'Makes an asset unreadable and unmounted at once, pinned revisions included.',
  })
  async revokeAsset(
    @Gql() gql: GraphqlContext,
    @Args('input') { assetId, reason }: AssetActInput,
  ): Promise<AssetPayload> {
    return this.after(gql, assetId, (id) => this.acts.revoke(gql.ctx, { assetId: id, reason }));
  }

  private async after(
    gql: GraphqlContext,
    assetId: string,
    act: (id: string) => Promise<void>,
  ): Promise<AssetPayload> {
    return payload<{ asset: Asset | null }>(gql.ctx, { asset: null }, async () => {
      const id = decodeId('asset', assetId);
      await act(id);
      // What was loaded before the act is no longer so.
      gql.loaders.clear();
      return { asset: await this.load(gql.ctx, id) };
    });
  }

  private async load(ctx: RequestContext, uuid: string): Promise<Asset | null> {
    const row = await this.assets.find(ctx, uuid);
    return row === null ? null : assetView(row);
  }
}
