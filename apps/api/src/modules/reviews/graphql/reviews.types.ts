import { ArgsType, Field, ID, InputType, Int, ObjectType } from '@nestjs/graphql';
import {
  AgentRef,
  CheckStateEnum,
  DecisionKindEnum,
  InboxViewEnum,
  SeverityEnum,
  UserRef,
} from '../../../infrastructure/graphql';
import type { InboxView } from '../domain/inbox-view';

@ObjectType({ description: 'What the viewer may do with a proposal as it is now.' })
export class ProposalRights {
  @Field(() => Boolean, { description: 'Replace its files.' })
  edit!: boolean;
  @Field(() => Boolean, { description: 'Submit it for review.' })
  submit!: boolean;
  @Field(() => Boolean, { description: 'Take it back.' })
  withdraw!: boolean;
  @Field(() => Boolean, { description: 'Approve it; false once the viewer has.' })
  approve!: boolean;
  @Field(() => Boolean, { description: 'Send it back to its author.' })
  requestChanges!: boolean;
  @Field(() => Boolean, { description: 'Publish it; it has the approvals it needs.' })
  publish!: boolean;
  @Field(() => Boolean, {
    description: 'Approve and publish in one act; the viewer’s approval is the last one needed.',
  })
  approveAndPublish!: boolean;
}

@ObjectType({ description: 'One thing that a check has found.' })
export class Finding {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;
  @Field(() => String, { description: 'Stable name of the rule.' })
  rule!: string;
  @Field(() => SeverityEnum, { description: 'How serious it is.' })
  severity!: string;
  @Field(() => String, { nullable: true, description: 'The file.' })
  path!: string | null;
  @Field(() => Int, { nullable: true, description: 'The line, from 1.' })
  line!: number | null;
  @Field(() => String, { description: 'What is wrong, and what would be right.' })
  message!: string;
  @Field(() => String, { nullable: true, description: 'The words in question, secrets masked.' })
  excerpt!: string | null;
  @Field(() => UserRef, { nullable: true, description: 'Who took note of it.' })
  acknowledgedBy!: UserRef | null;
  @Field(() => Date, { nullable: true, description: 'When.' })
  acknowledgedAt!: Date | null;
}

@ObjectType({ description: 'An automated check of the newest words.' })
export class Check {
  @Field(() => String, { description: 'Stable name of the check.' })
  name!: string;
  @Field(() => String, { description: 'Its name for people.' })
  label!: string;
  @Field(() => CheckStateEnum, { description: 'How it stands.' })
  state!: string;
  @Field(() => String, { description: 'What came out, in one sentence.' })
  summary!: string;
  @Field(() => [Finding], { description: 'What it found, the most serious first.' })
  findings!: Finding[];
  @Field(() => Date, { nullable: true, description: 'When it started.' })
  startedAt!: Date | null;
  @Field(() => Date, { nullable: true, description: 'When it ended.' })
  finishedAt!: Date | null;
  @Field(() => String, { nullable: true, description: 'Why it could not finish.' })
  error!: string | null;
}

@ObjectType({ description: 'What one reviewer decided about certain words.' })
export class Decision {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;
  @Field(() => DecisionKindEnum, { description: 'What was decided.' })
  kind!: string;
  @Field(() => UserRef, { description: 'By whom.' })
  by!: UserRef;
  @Field(() => Date, { description: 'When.' })
  at!: Date;
  @Field(() => String, { nullable: true, description: 'Why.' })
  note!: string | null;
  @Field(() => String, { description: 'Digest of the words it was about.' })
  digest!: string;
  @Field(() => Boolean, { description: 'True when it is about the newest words and the policy as it is.' })
  isCurrent!: boolean;
}

@ObjectType({ description: 'What publishing changes for whom.' })
export class Impact {
  @Field(() => [AgentRef], { description: 'Agents that mount the asset, as far as the viewer may see them.' })
  agents!: AgentRef[];
  @Field(() => [String], { description: 'The changes, one plain sentence each.' })
  sentences!: string[];
  @Field(() => [String], { description: 'Who reads what is live now.' })
  readersBefore!: string[];
  @Field(() => [String], { description: 'Who will read it.' })
  readersAfter!: string[];
}

@ArgsType()
export class InboxArgs {
  @Field(() => InboxViewEnum, {
    nullable: true,
    description: 'Which proposals; those that wait for the viewer when left out.',
  })
  view?: InboxView | null;
  @Field(() => ID, { nullable: true, description: 'Only this space.' })
  spaceId?: string | null;
  @Field(() => Int, { nullable: true, description: 'Rows of a page, 1 to 100; 20 when left out.' })
  first?: number | null;
  @Field(() => String, { nullable: true, description: 'endCursor of the page before.' })
  after?: string | null;
}

@InputType({ description: 'A decision about a proposal as it was read.' })
export class DecideProposalInput {
  @Field(() => ID, { description: 'The proposal.' })
  id!: string;
  @Field(() => String, { description: 'Digest of the revision that was read.' })
  digest!: string;
  @Field(() => DecisionKindEnum, { description: 'The decision.' })
  kind!: 'approve' | 'request_changes';
  @Field(() => String, { nullable: true, description: 'Why; needed to request changes.' })
  note?: string | null;
}

@InputType({ description: 'Taking note of a warning.' })
export class AcknowledgeFindingInput {
  @Field(() => ID, { description: 'The proposal.' })
  proposalId!: string;
  @Field(() => ID, { description: 'The finding.' })
  findingId!: string;
}

@InputType({ description: 'Publishing a proposal as it was read.' })
export class PublishProposalInput {
  @Field(() => ID, { description: 'The proposal.' })
  id!: string;
  @Field(() => String, { description: 'Digest of the revision that was read.' })
  digest!: string;
  @Field(() => String, { nullable: true, description: 'Why; the audit log keeps it.' })
  note?: string | null;
}
