import { Args, ID, Int, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { decodeId, parseId } from '@memory-hub/contracts';
import { Authorize, type RequestContext } from '../../../common';
import {
  Ctx,
  Gql,
  NodeRegistry,
  pageRequest,
  payload,
  toConnection,
  type GraphqlContext,
} from '../../../infrastructure/graphql';
import { Users, Viewer } from '../../identity';
import { Invitations } from '../invitations.service';
import { Members } from '../members.service';
import { Policies } from '../policies.service';
import { Spaces } from '../spaces.service';
import { invitationView, policyView, spaceView, userRef } from './spaces-view';
import {
  ChangeMemberRoleInput,
  CreateSpaceInput,
  Invitation,
  MemberConnection,
  RemoveMemberInput,
  ReviewPolicy,
  SetReviewPolicyInput,
  Space,
  SpaceMembership,
  SpacePayload,
} from './spaces.types';

@Resolver(() => Space)
export class SpaceResolver {
  constructor(
    private readonly spaces: Spaces,
    private readonly members: Members,
    private readonly invitations: Invitations,
    private readonly policies: Policies,
    private readonly users: Users,
    nodes: NodeRegistry,
  ) {
    nodes.register('space', async (ctx, uuid) => this.view(ctx, uuid));
  }

  @Authorize('read', 'Space')
  @Query(() => Space, {
    nullable: true,
    description: 'A space by its id; null when it is missing or hidden.',
  })
  async space(@Ctx() ctx: RequestContext, @Args('id', { type: () => ID }) id: string): Promise<Space | null> {
    const parsed = parseId(id);
    if (parsed?.type !== 'space') return null;
    const row = (await this.spaces.byIds(ctx, [parsed.uuid])).get(parsed.uuid);
    return row === undefined ? null : spaceView(ctx, row);
  }

  @ResolveField('members', () => MemberConnection, { description: 'Who belongs to it, first come first.' })
  async membersOf(
    @Ctx() ctx: RequestContext,
    @Parent() { row }: Space,
    @Args('first', { type: () => Int, nullable: true }) first: number | null,
    @Args('after', { type: () => String, nullable: true }) after: string | null,
  ): Promise<InstanceType<typeof MemberConnection>> {
    const page = await this.members.page(ctx, row.id, pageRequest('time and uuid', first, after));
    const names = await this.users.refs(
      ctx,
      page.rows.map(({ userId }) => userId),
    );
    const members = page.rows.map(({ userId, role, joinedAt }) => ({
      user: userRef(userId, names),
      role,
      joinedAt,
      cursor: `${joinedAt.toISOString()} ${userId}`,
    }));
    return toConnection({ ...page, rows: members }, ({ cursor }) => cursor);
  }

  @ResolveField('invitations', () => [Invitation], {
    description: 'Open invitations, for those who may see them.',
  })
  async invitationsOf(@Ctx() ctx: RequestContext, @Parent() { row }: Space): Promise<Invitation[]> {
    const open = await this.invitations.open(ctx, row.id);
    const names = await this.users.refs(
      ctx,
      open.map(({ createdBy }) => createdBy),
    );
    return open.map((invitation) => invitationView(invitation, names));
  }

  @ResolveField('reviewPolicies', () => [ReviewPolicy], {
    description: 'How proposals are decided, one for each kind of asset.',
  })
  async policiesOf(@Ctx() ctx: RequestContext, @Parent() { row }: Space): Promise<ReviewPolicy[]> {
    return (await this.policies.of(ctx, [row.id])).map(policyView);
  }

  @Authorize('createSpace', 'Organisation')
  @Mutation(() => SpacePayload, { description: 'Makes a team space whose first admin is the viewer.' })
  async createSpace(
    @Gql() gql: GraphqlContext,
    @Args('input') input: CreateSpaceInput,
  ): Promise<SpacePayload> {
    return payload(gql.ctx, { space: null }, async () => {
      const request = {
        name: input.name,
        reviewAlone: input.reviewAlone ?? false,
        idempotencyKey: input.idempotencyKey ?? null,
      };
      const id = await this.spaces.create(gql.ctx, request);
      return { space: await this.view(await gql.renew(), id) };
    });
  }

  @Authorize('changeRole', 'Membership')
  @Mutation(() => SpacePayload, {
    description: 'Gives a member another role. A space keeps at least one admin.',
  })
  async changeMemberRole(
    @Gql() gql: GraphqlContext,
    @Args('input') { spaceId, userId, role }: ChangeMemberRoleInput,
  ): Promise<SpacePayload> {
    return payload(gql.ctx, { space: null }, async () => {
      const subject = { spaceId: decodeId('space', spaceId), userId: decodeId('user', userId) };
      await this.members.changeRole(gql.ctx, { ...subject, role });
      return { space: await this.afterwards(gql, subject.spaceId) };
    });
  }

  @Authorize('leave', 'Membership')
  @Mutation(() => SpacePayload, {
    description: 'Takes a member out of a space, or lets the viewer leave it.',
  })
  async removeMember(
    @Gql() gql: GraphqlContext,
    @Args('input') { spaceId, userId }: RemoveMemberInput,
  ): Promise<SpacePayload> {
    return payload<{ space: Space | null }>(gql.ctx, { space: null }, async () => {
      const subject = { spaceId: decodeId('space', spaceId), userId: decodeId('user', userId) };
      await this.members.remove(gql.ctx, subject);
      return { space: await this.afterwards(gql, subject.spaceId) };
    });
  }

  @Authorize('managePolicies', 'Space')
  @Mutation(() => SpacePayload, {
    description: 'Sets how proposals of one kind are decided. Earlier decisions lapse.',
  })
  async setReviewPolicy(
    @Gql() gql: GraphqlContext,
    @Args('input') input: SetReviewPolicyInput,
  ): Promise<SpacePayload> {
    return payload(gql.ctx, { space: null }, async () => {
      const spaceId = decodeId('space', input.spaceId);
      await this.policies.set(gql.ctx, { ...input, spaceId });
      return { space: await this.view(gql.ctx, spaceId) };
    });
  }

  /** What is left to see for the viewer, who may have changed their own place. */
  private async afterwards(gql: GraphqlContext, spaceId: string): Promise<Space | null> {
    const ctx = await gql.renew();
    const row = (await this.spaces.byIds(ctx, [spaceId])).get(spaceId);
    return row === undefined ? null : spaceView(ctx, row);
  }

  private async view(ctx: RequestContext, uuid: string): Promise<Space> {
    return spaceView(ctx, await this.spaces.getOrThrow(ctx, uuid));
  }
}

@Resolver(() => Viewer)
export class ViewerSpacesResolver {
  constructor(private readonly spaces: Spaces) {}

  @ResolveField('spaces', () => [SpaceMembership], {
    description: 'Every space the viewer belongs to, the personal one first.',
  })
  async spacesOf(@Ctx() ctx: RequestContext): Promise<SpaceMembership[]> {
    return (await this.spaces.own(ctx)).map(({ space, role }) => ({ space: spaceView(ctx, space), role }));
  }
}
