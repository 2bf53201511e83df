import { Inject } from '@nestjs/common';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { decodeId } from '@memory-hub/contracts';
import { Authorize, Public, type RequestContext } from '../../../common';
import { hubAddress, type Settings } from '../../../config';
import { Ctx, Gql, NodeRegistry, payload, type GraphqlContext } from '../../../infrastructure/graphql';
import { SETTINGS_TOKEN } from '../../../infrastructure/settings';
import { IdInput, SessionCookies, SessionPayload, Users, ViewerView } from '../../identity';
import { FirstRun } from '../first-run.system';
import { Invitations, type Invitation as InvitationRow } from '../invitations.service';
import { Joining } from '../joining.system';
import { invitationView } from './spaces-view';
import {
  AcceptInvitationInput,
  ClaimSetupInput,
  Invitation,
  InvitationPayload,
  InvitationPreview,
  InviteMemberInput,
  InvitePayload,
} from './spaces.types';

@Resolver(() => Invitation)
export class JoiningResolver {
  constructor(
    private readonly firstRun: FirstRun,
    private readonly joining: Joining,
    private readonly invitations: Invitations,
    private readonly users: Users,
    private readonly views: ViewerView,
    private readonly cookies: SessionCookies,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
    nodes: NodeRegistry,
  ) {
    nodes.register('invitation', async (ctx, uuid) => {
      const invitation = await this.invitations.find(ctx, uuid);
      return invitation === null ? null : this.view(ctx, invitation);
    });
  }

  @Public()
  @Query(() => InvitationPreview, {
    nullable: true,
    description: 'What an invitation link is for; null when it is no longer good.',
  })
  async invitation(
    @Ctx() ctx: RequestContext,
    @Args('token', { type: () => String }) token: string,
  ): Promise<InvitationPreview | null> {
    return this.joining.preview(ctx, token);
  }

  @Public()
  @Mutation(() => SessionPayload, { description: 'The first run: organisation, first admin, first team.' })
  async claimSetup(
    @Gql() gql: GraphqlContext,
    @Args('input') input: ClaimSetupInput,
  ): Promise<SessionPayload> {
    return payload(gql.ctx, { viewer: null }, async () => {
      this.cookies.enter(gql, await this.firstRun.claim(gql.ctx, { ...input, userAgent: gql.client }));
      return { viewer: await this.views.of(gql.ctx) };
    });
  }

  @Public()
  @Mutation(() => SessionPayload, {
    description: 'Joins a team with a link, as a new person or as the signed-in one.',
  })
  async acceptInvitation(
    @Gql() gql: GraphqlContext,
    @Args('input') { token, ...account }: AcceptInvitationInput,
  ): Promise<SessionPayload> {
    return payload(gql.ctx, { viewer: null }, async () => {
      if (gql.ctx.principal.kind === 'anonymous') {
        this.cookies.enter(
          gql,
          await this.joining.asNewcomer(gql.ctx, token, { ...account, userAgent: gql.client }),
        );
      } else {
        await this.joining.asMember(gql.ctx, token);
        await gql.renew();
      }
      return { viewer: await this.views.of(gql.ctx) };
    });
  }

  @Authorize('create', 'Invitation')
  @Mutation(() => InvitePayload, { description: 'Makes an invitation link. It works once, for seven days.' })
  async inviteMember(
    @Ctx() ctx: RequestContext,
    @Args('input') { spaceId, role, email }: InviteMemberInput,
  ): Promise<InvitePayload> {
    return payload(ctx, { invitation: null, link: null }, async () => {
      const made = await this.invitations.invite(ctx, {
        spaceId: decodeId('space', spaceId),
        role,
        email: email ?? null,
      });
      return {
        invitation: await this.view(ctx, made.invitation),
        link: `${hubAddress(this.settings)}/join?token=${made.token}`,
      };
    });
  }

  @Authorize('revoke', 'Invitation')
  @Mutation(() => InvitationPayload, { description: 'Takes an invitation back: its link stops working.' })
  async revokeInvitation(
    @Ctx() ctx: RequestContext,
    @Args('input') { id }: IdInput,
  ): Promise<InvitationPayload> {
    return payload(ctx, { invitation: null }, async () => ({
      invitation: await this.view(ctx, await this.invitations.revoke(ctx, decodeId('invitation', id))),
    }));
  }

  private async view(ctx: RequestContext, invitation: InvitationRow): Promise<Invitation> {
    return invitationView(invitation, await this.users.refs(ctx, [invitation.createdBy]));
  }
}
