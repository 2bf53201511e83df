import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Public, Authorize, type RequestContext } from '../../../common';
import { hubVersion } from '../../../config';
import { Ctx, Gql, NodeRegistry, payload, type GraphqlContext } from '../../../infrastructure/graphql';
import { Installation } from '../installation.system';
import { SignIn } from '../sign-in.system';
import { Users } from '../users.service';
import {
  ResetPasswordInput,
  SessionPayload,
  Setup,
  SignInInput,
  SignOutPayload,
  UpdateProfileInput,
  UserPayload,
  Viewer,
} from './identity.types';
import { SessionCookies } from './session-cookies';
import { userView, ViewerView } from './viewer-view';

const VERSION = hubVersion();

@Resolver()
export class SessionResolver {
  constructor(
    private readonly installation: Installation,
    private readonly signIns: SignIn,
    private readonly users: Users,
    private readonly cookies: SessionCookies,
    private readonly views: ViewerView,
    nodes: NodeRegistry,
  ) {
    nodes.register('user', async (ctx, uuid) =>
      uuid === ctx.userId ? userView(await this.users.self(ctx)) : null,
    );
    nodes.register('organisation', async (ctx, uuid) =>
      uuid === ctx.orgId ? this.views.organisation(ctx) : null,
    );
  }

  @Public()
  @Query(() => Setup, { description: 'Whether the hub is set up. Anybody may ask.' })
  async setup(): Promise<Setup> {
    const organisationName = await this.installation.organisationName();
    return { state: organisationName === null ? 'needs_admin' : 'ready', organisationName, version: VERSION };
  }

  @Public()
  @Query(() => Viewer, { nullable: true, description: 'The signed-in person; null without a session.' })
  async viewer(@Ctx() ctx: RequestContext): Promise<Viewer | null> {
    return this.views.of(ctx);
  }

  @Public()
  @Mutation(() => SessionPayload, { description: 'Opens a session with a password.' })
  async signIn(@Gql() gql: GraphqlContext, @Args('input') input: SignInInput): Promise<SessionPayload> {
    return payload(gql.ctx, { viewer: null }, async () => {
      this.cookies.enter(gql, await this.signIns.withPassword(gql.ctx, { ...input, userAgent: gql.client }));
      return { viewer: await this.views.of(gql.ctx) };
    });
  }

  @Public()
  @Mutation(() => SessionPayload, {
    description: 'Sets a new password with a link that was made on the host, and opens a session.',
  })
  async resetPassword(
    @Gql() gql: GraphqlContext,
    @Args('input') input: ResetPasswordInput,
  ): Promise<SessionPayload> {
    return payload(gql.ctx, { viewer: null }, async () => {
      this.cookies.enter(gql, await this.signIns.withResetLink(gql.ctx, { ...input, userAgent: gql.client }));
      return { viewer: await this.views.of(gql.ctx) };
    });
  }

  @Public()
  @Mutation(() => SignOutPayload, {
    description: 'Ends the session. Without one there is nothing to end, which is fine.',
  })
  async signOut(@Gql() gql: GraphqlContext): Promise<SignOutPayload> {
    await this.signIns.signOut(gql.ctx);
    this.cookies.leave(gql);
    return { ok: true, userErrors: [] };
  }

  @Authorize('edit', 'User')
  @Mutation(() => UserPayload, {
    description: 'Changes name, language or time zone of the signed-in person.',
  })
  async updateProfile(
    @Ctx() ctx: RequestContext,
    @Args('input') { name, locale, timeZone }: UpdateProfileInput,
  ): Promise<UserPayload> {
    return payload(ctx, { user: null }, async () => {
      const change = {
        ...(name == null ? {} : { name }),
        ...(locale == null ? {} : { locale }),
        ...(timeZone == null ? {} : { timeZone }),
      };
      return { user: userView(await this.users.updateProfile(ctx, change)) };
    });
  }
}
