import { Field, ID, InputType, Int, ObjectType } from '@nestjs/graphql';
import type { KeyScope, MountMode } from '@memory-hub/contracts';
import { KeyScopeEnum, MountModeEnum, UserError } from '../../../infrastructure/graphql';
import { Agent } from './agent.types';
import { Mount } from './mount.types';

@InputType({ description: 'A new agent of the viewer.' })
export class CreateAgentInput {
  @Field(() => ID, { description: 'Where it is to live.' })
  spaceId!: string;
  @Field(() => String, { description: 'Its name, unique in the space.' })
  name!: string;
  @Field(() => String, { description: 'The client program it lives in, such as claude-code.' })
  clientType!: string;
  @Field(() => String, { nullable: true, description: 'What it is for.' })
  rolePrompt?: string | null;
  @Field(() => String, { nullable: true, description: 'Rules it keeps to.' })
  rulesPrompt?: string | null;
  @Field(() => [KeyScopeEnum], {
    nullable: true,
    description: 'What its key allows; everything when left out.',
  })
  scopes?: KeyScope[] | null;
  @Field(() => Date, { nullable: true, description: 'When its key ends by itself; never when left out.' })
  expiresAt?: Date | null;
  @Field(() => String, {
    nullable: true,
    description: 'Makes a repetition safe. The key is given with the first answer only.',
  })
  idempotencyKey?: string | null;
}

@InputType({ description: 'What changes on an agent; what is left out stays.' })
export class UpdateAgentInput {
  @Field(() => ID, { description: 'The agent.' })
  id!: string;
  @Field(() => String, { nullable: true, description: 'New name.' })
  name?: string | null;
  @Field(() => String, { nullable: true, description: 'What it is for.' })
  rolePrompt?: string | null;
  @Field(() => String, { nullable: true, description: 'Rules it keeps to.' })
  rulesPrompt?: string | null;
  @Field(() => String, { nullable: true, description: 'The client program it lives in.' })
  clientType?: string | null;
  @Field(() => Boolean, { nullable: true, description: 'Refuses its calls, or lets them in again.' })
  paused?: boolean | null;
  @Field(() => Int, { nullable: true, description: 'Tokens that all mounted texts together may take.' })
  budgetTokens?: number | null;
}

@InputType({ description: 'A new key in place of the agent’s old one.' })
export class CreateApiKeyInput {
  @Field(() => ID, { description: 'The agent.' })
  agentId!: string;
  @Field(() => [KeyScopeEnum], {
    nullable: true,
    description: 'What it allows; what the old key did when left out.',
  })
  scopes?: KeyScope[] | null;
  @Field(() => Date, { nullable: true, description: 'When it ends by itself; never when left out.' })
  expiresAt?: Date | null;
  @Field(() => Int, {
    nullable: true,
    description: 'Minutes for which the old key still works, 0 to 10080; 0 when left out.',
  })
  overlapMinutes?: number | null;
}

@InputType({ description: 'An asset to mount.' })
export class MountAssetInput {
  @Field(() => ID, { description: 'The agent.' })
  agentId!: string;
  @Field(() => ID, { description: 'The asset.' })
  assetId!: string;
  @Field(() => MountModeEnum, { description: 'How the agent receives it.' })
  mode!: MountMode;
  @Field(() => Int, { nullable: true, description: '0 to 100; 50 when left out.' })
  priority?: number | null;
  @Field(() => Int, { nullable: true, description: 'Tokens its text may take; 1000 when left out.' })
  budgetTokens?: number | null;
  @Field(() => ID, {
    nullable: true,
    description: 'A published revision to stay with; the latest one when left out.',
  })
  pinnedRevisionId?: string | null;
}

@InputType({ description: 'What changes on a mount; what is left out stays.' })
export class UpdateMountInput {
  @Field(() => ID, { description: 'The mount.' })
  id!: string;
  @Field(() => MountModeEnum, { nullable: true, description: 'How the agent receives the asset.' })
  mode?: MountMode | null;
  @Field(() => Int, { nullable: true, description: '0 to 100.' })
  priority?: number | null;
  @Field(() => Int, { nullable: true, description: 'Tokens its text may take.' })
  budgetTokens?: number | null;
  @Field(() => ID, { nullable: true, description: 'A published revision to stay with.' })
  pinnedRevisionId?: string | null;
  @Field(() => Boolean, { nullable: true, description: 'True ends a pin.' })
  followLatest?: boolean | null;
}

@ObjectType({ description: 'The agent after the act.' })
export class AgentPayload {
  @Field(() => Agent, {
    nullable: true,
    description: 'The agent; null when something was wrong or the viewer may not see it.',
  })
  agent!: Agent | null;
  @Field(() => [UserError], { description: 'What was wrong with the input.' })
  userErrors!: UserError[];
}

@ObjectType({ description: 'An agent with a key that is shown this once.' })
export class AgentKeyPayload {
  @Field(() => Agent, { nullable: true, description: 'The agent; null when something was wrong.' })
  agent!: Agent | null;
  @Field(() => String, { nullable: true, description: 'The key. It is nowhere stored; keep it now.' })
  key!: string | null;
  @Field(() => [UserError], { description: 'What was wrong with the input.' })
  userErrors!: UserError[];
}

@ObjectType({ description: 'A mount and its agent after the act.' })
export class MountPayload {
  @Field(() => Mount, { nullable: true, description: 'The mount; null when something was wrong.' })
  mount!: Mount | null;
  @Field(() => Agent, { nullable: true, description: 'Its agent.' })
  agent!: Agent | null;
  @Field(() => [UserError], { description: 'What was wrong with the input.' })
  userErrors!: UserError[];
}
