import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import type { OrgRole } from '@memory-hub/contracts';
import { Node, OrgRoleEnum, SetupStateEnum, UserError } from '../../../infrastructure/graphql';

@ObjectType({ description: 'Whether the hub is set up, and which one it is.' })
export class Setup {
  @Field(() => SetupStateEnum, { description: 'Whether the first person is still to come.' })
  state!: 'needs_admin' | 'ready';
  @Field(() => String, { nullable: true, description: 'Name of the organisation, once there is one.' })
  organisationName!: string | null;
  @Field(() => String, { description: 'Version of the program.' })
  version!: string;
}

@ObjectType('User', { implements: () => [Node], description: 'The signed-in person.' })
export class User extends Node {
  @Field(() => String, { description: 'Name as others see it.' })
  name!: string;
  @Field(() => String, { description: 'Address to sign in with.' })
  email!: string;
  @Field(() => String, { description: 'Language: en or zh-CN.' })
  locale!: string;
  @Field(() => String, { description: 'Time zone, e.g. Asia/Shanghai.' })
  timeZone!: string;
  @Field(() => [OrgRoleEnum], { description: 'What the person may do in the organisation.' })
  orgRoles!: readonly OrgRole[];
}

@ObjectType({ description: 'What the viewer may do in the organisation.' })
export class OrganisationRights {
  @Field(() => Boolean, { description: 'Make team spaces.' })
  createSpace!: boolean;
  @Field(() => Boolean, { description: 'Invite people to any team space.' })
  invite!: boolean;
  @Field(() => Boolean, { description: 'Read the audit log.' })
  readAudit!: boolean;
}

@ObjectType('Organisation', { implements: () => [Node], description: 'The organisation of this hub.' })
export class Organisation extends Node {
  @Field(() => String, { description: 'Its name.' })
  name!: string;
  @Field(() => OrganisationRights, { description: 'What the viewer may do in it.' })
  viewerCan!: OrganisationRights;
}

/** Higher modules add their fields to it with `@ResolveField` on `@Resolver(() => Viewer)`. */
@ObjectType({ description: 'Who is looking, and what waits for them.' })
export class Viewer {
  @Field(() => User, { description: 'The signed-in person.' })
  user!: User;
  @Field(() => Organisation, { description: 'Their organisation.' })
  organisation!: Organisation;
  @Field(() => String, { description: 'Send it as x-memhub-csrf with every mutation of this session.' })
  csrfToken!: string;
}

@ObjectType({ description: 'A session that was opened.' })
export class SessionPayload {
  @Field(() => Viewer, {
    nullable: true,
    description: 'Who is signed in now; null when something was wrong.',
  })
  viewer!: Viewer | null;
  @Field(() => [UserError], { description: 'What was wrong with the input.' })
  userErrors!: UserError[];
}

@ObjectType({ description: 'The end of a session.' })
export class SignOutPayload {
  @Field(() => Boolean, { description: 'True: there is no session any more.' })
  ok!: boolean;
  @Field(() => [UserError], { description: 'Always empty.' })
  userErrors!: UserError[];
}

@ObjectType({ description: 'The changed person.' })
export class UserPayload {
  @Field(() => User, { nullable: true, description: 'The person; null when something was wrong.' })
  user!: User | null;
  @Field(() => [UserError], { description: 'What was wrong with the input.' })
  userErrors!: UserError[];
}

@InputType({ description: 'Who wants to sign in.' })
export class SignInInput {
  @Field(() => String, { description: 'Address of the account.' })
  email!: string;
  @Field(() => String, { description: 'Its password.' })
  password!: string;
}

@InputType({ description: 'A new password, with a link that was made on the host.' })
export class ResetPasswordInput {
  @Field(() => String, { description: 'Token of the link.' })
  token!: string;
  @Field(() => String, { description: 'The new password, 12 to 200 characters.' })
  password!: string;
}

@InputType({ description: 'What a person changes about themselves; what is left out stays.' })
export class UpdateProfileInput {
  @Field(() => String, { nullable: true, description: 'Name as others see it.' })
  name?: string | null;
  @Field(() => String, { nullable: true, description: 'en or zh-CN.' })
  locale?: string | null;
  @Field(() => String, { nullable: true, description: 'Time zone, e.g. Asia/Shanghai.' })
  timeZone?: string | null;
}

@InputType({ description: 'The object that is meant.' })
export class IdInput {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;
}
