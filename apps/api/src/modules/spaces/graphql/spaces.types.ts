import { Field, ID, InputType, Int, ObjectType } from '@nestjs/graphql';
import type { AssetKind, SpaceRole } from '@memory-hub/contracts';
import {
  AssetKindEnum,
  connectionOf,
  Node,
  SpaceKindEnum,
  SpaceRoleEnum,
  UserError,
  UserRef,
} from '../../../infrastructure/graphql';
import type { Space as SpaceRow } from '../space';

@ObjectType({ description: 'What the viewer may do in a space.' })
export class SpaceRights {
  @Field(() => Boolean, { description: 'Make assets.' })
  createAsset!: boolean;
  @Field(() => Boolean, { description: 'Make agents.' })
  createAgent!: boolean;
  @Field(() => Boolean, { description: 'Decide about proposals.' })
  review!: boolean;
  @Field(() => Boolean, { description: 'Publish what is approved.' })
  publish!: boolean;
  @Field(() => Boolean, { description: 'Invite people, change roles, take people out.' })
  manageMembers!: boolean;
  @Field(() => Boolean, { description: 'Set how proposals are decided.' })
  managePolicies!: boolean;
}

/** Its lists are resolved from `row`. */
@ObjectType('Space', {
  implements: () => [Node],
  description: 'Where assets, agents and memories live: personal or a team’s.',
})
export class Space extends Node {
  @Field(() => String, { description: 'Its name.' })
  name!: string;
  @Field(() => SpaceKindEnum, { description: 'Personal or team.' })
  kind!: 'personal' | 'team';
  @Field(() => String, { description: 'Its name in addresses.' })
  slug!: string;
  @Field(() => SpaceRights, { description: 'What the viewer may do in it.' })
  viewerCan!: SpaceRights;
  readonly row!: SpaceRow;
}

@ObjectType({ description: 'A space that the viewer belongs to.' })
export class SpaceMembership {
  @Field(() => Space, { description: 'The space.' })
  space!: Space;
  @Field(() => SpaceRoleEnum, { description: 'The viewer’s role in it.' })
  role!: SpaceRole;
}

@ObjectType({ description: 'A person in a space.' })
export class Member {
  @Field(() => UserRef, { description: 'Who it is.' })
  user!: UserRef;
  @Field(() => SpaceRoleEnum, { description: 'Their role.' })
  role!: SpaceRole;
  @Field(() => Date, { description: 'Since when.' })
  joinedAt!: Date;
}

export const { Connection: MemberConnection } = connectionOf(Member);

@ObjectType('Invitation', { implements: () => [Node], description: 'An open invitation to a space.' })
export class Invitation extends Node {
  @Field(() => SpaceRoleEnum, { description: 'The role that whoever accepts gets.' })
  role!: SpaceRole;
  @Field(() => String, {
    nullable: true,
    description: 'The address it is for; null when anybody with the link may accept.',
  })
  email!: string | null;
  @Field(() => Date, { description: 'When the link stops working.' })
  expiresAt!: Date;
  @Field(() => UserRef, { description: 'Who made it.' })
  createdBy!: UserRef;
}

@ObjectType({ description: 'What an invitation link says to whoever holds it.' })
export class InvitationPreview {
  @Field(() => String, { description: 'Name of the team.' })
  spaceName!: string;
  @Field(() => String, { description: 'Name of the organisation.' })
  organisationName!: string;
  @Field(() => SpaceRoleEnum, { description: 'The role that whoever accepts gets.' })
  role!: SpaceRole;
  @Field(() => String, {
    nullable: true,
    description: 'The address it is for; null when anybody with the link may accept.',
  })
  email!: string | null;
  @Field(() => String, { description: 'Name of who made it.' })
  invitedBy!: string;
  @Field(() => Date, { description: 'When the link stops working.' })
  expiresAt!: Date;
}

@ObjectType({ description: 'How proposals of one kind are decided in a space.' })
export class ReviewPolicy {
  @Field(() => AssetKindEnum, { description: 'The kind of asset.' })
  kind!: AssetKind;
  @Field(() => Int, { description: 'How many people must approve.' })
  approvals!: number;
  @Field(() => Boolean, { description: 'Authors may decide about their own words.' })
  selfApproval!: boolean;
  @Field(() => Boolean, { description: 'Authors may, until a second reviewer joins.' })
  selfApprovalUntilSecondReviewer!: boolean;
  @Field(() => Int, {
    description: 'Rises with every change; decisions under an earlier version do not count.',
  })
  version!: number;
}

@ObjectType({ description: 'A space after a change.' })
export class SpacePayload {
  @Field(() => Space, {
    nullable: true,
    description: 'The space; null when something was wrong, or the viewer has left it.',
  })
  space!: Space | null;
  @Field(() => [UserError], { description: 'What was wrong with the input.' })
  userErrors!: UserError[];
}

@ObjectType({ description: 'A new invitation.' })
export class InvitePayload {
  @Field(() => Invitation, { nullable: true, description: 'The invitation; null when something was wrong.' })
  invitation!: Invitation | null;
  @Field(() => String, { nullable: true, description: 'The link to hand on. It is shown this once.' })
  link!: string | null;
  @Field(() => [UserError], { description: 'What was wrong with the input.' })
  userErrors!: UserError[];
}

@ObjectType({ description: 'An invitation that was taken back.' })
export class InvitationPayload {
  @Field(() => Invitation, {
    nullable: true,
    description: 'The invitation as it was; null when something was wrong.',
  })
  invitation!: Invitation | null;
  @Field(() => [UserError], { description: 'What was wrong with the input.' })
  userErrors!: UserError[];
}

@InputType({ description: 'The first run of a hub.' })
export class ClaimSetupInput {
  @Field(() => String, { description: 'Token of the link that the hub printed.' })
  token!: string;
  @Field(() => String, { description: 'Name of the organisation.' })
  organisationName!: string;
  @Field(() => String, { description: 'Name of the first team.' })
  teamName!: string;
  @Field(() => String, { description: 'Name of the first person.' })
  name!: string;
  @Field(() => String, { description: 'Address to sign in with.' })
  email!: string;
  @Field(() => String, { description: 'Password, 12 to 200 characters.' })
  password!: string;
  @Field(() => String, { description: 'en or zh-CN.' })
  locale!: string;
  @Field(() => String, { description: 'Time zone, e.g. Asia/Shanghai.' })
  timeZone!: string;
  @Field(() => Boolean, {
    description: 'The first person decides about their own proposals until a second reviewer joins.',
  })
  reviewAlone!: boolean;
}

@InputType({
  description: 'Joining a team. A signed-in person needs the token only; the rest is then ignored.',
})
export class AcceptInvitationInput {
  @Field(() => String, { description: 'Token of the link.' })
  token!: string;
  @Field(() => String, { description: 'Name of the person.' })
  name!: string;
  @Field(() => String, { description: 'Address to sign in with.' })
  email!: string;
  @Field(() => String, { description: 'Password, 12 to 200 characters.' })
  password!: string;
  @Field(() => String, { description: 'en or zh-CN.' })
  locale!: string;
  @Field(() => String, { description: 'Time zone, e.g. Asia/Shanghai.' })
  timeZone!: string;
}

@InputType({ description: 'A new team space.' })
export class CreateSpaceInput {
  @Field(() => String, { description: 'Its name.' })
  name!: string;
  @Field(() => Boolean, {
    nullable: true,
    description: 'Its founder decides about own proposals until a second reviewer joins.',
  })
  reviewAlone?: boolean | null;
  @Field(() => String, {
    nullable: true,
    description: 'The same key with the same input makes no second space.',
  })
  idempotencyKey?: string | null;
}

@InputType({ description: 'An invitation to a space.' })
export class InviteMemberInput {
  @Field(() => ID, { description: 'The space.' })
  spaceId!: string;
  @Field(() => SpaceRoleEnum, { description: 'The role that whoever accepts gets.' })
  role!: SpaceRole;
  @Field(() => String, {
    nullable: true,
    description: 'The address it is for; without one anybody with the link may accept.',
  })
  email?: string | null;
}

@InputType({ description: 'Another role for a member.' })
export class ChangeMemberRoleInput {
  @Field(() => ID, { description: 'The space.' })
  spaceId!: string;
  @Field(() => ID, { description: 'The person.' })
  userId!: string;
  @Field(() => SpaceRoleEnum, { description: 'The new role.' })
  role!: SpaceRole;
}

@InputType({ description: 'Taking somebody out of a space, or leaving it oneself.' })
export class RemoveMemberInput {
  @Field(() => ID, { description: 'The space.' })
  spaceId!: string;
  @Field(() => ID, { description: 'The person.' })
  userId!: string;
}

@InputType({ description: 'How proposals of one kind are to be decided.' })
export class SetReviewPolicyInput {
  @Field(() => ID, { description: 'The space.' })
  spaceId!: string;
  @Field(() => AssetKindEnum, { description: 'The kind of asset.' })
  kind!: AssetKind;
  @Field(() => Int, { description: 'How many people must approve, 1 to 10.' })
  approvals!: number;
  @Field(() => Boolean, { description: 'Authors may decide about their own words.' })
  selfApproval!: boolean;
}
