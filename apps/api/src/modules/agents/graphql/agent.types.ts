import { Field, Int, ObjectType } from '@nestjs/graphql';
import type { KeyScope } from '@memory-hub/contracts';
import { connectionOf, KeyScopeEnum, Node, SpaceRef, UserRef } from '../../../infrastructure/graphql';
import type { Agent as AgentRow } from '../domain/agent';

@ObjectType({ description: 'What the viewer may do with an agent.' })
export class AgentRights {
  @Field(() => Boolean, { description: 'Change its name, prompts, budget; pause it.' })
  edit!: boolean;
  @Field(() => Boolean, { description: 'Mount assets on it.' })
  mount!: boolean;
  @Field(() => Boolean, { description: 'Give it a new key.' })
  createKey!: boolean;
  @Field(() => Boolean, { description: 'End its key.' })
  revokeKey!: boolean;
  @Field(() => Boolean, { description: 'Read what it remembers.' })
  readMemory!: boolean;
}

@ObjectType('ApiKey', { implements: () => [Node], description: 'The key of an agent, without its secret.' })
export class ApiKey extends Node {
  @Field(() => String, { description: 'Beginning of the key, to tell keys apart.' })
  prefix!: string;
  @Field(() => [KeyScopeEnum], { description: 'What it allows.' })
  scopes!: readonly KeyScope[];
  @Field(() => Date, { description: 'When it was made.' })
  createdAt!: Date;
  @Field(() => Date, { nullable: true, description: 'When it ends by itself.' })
  expiresAt!: Date | null;
  @Field(() => Date, { nullable: true, description: 'When it was last used, within seconds.' })
  lastUsedAt!: Date | null;
  @Field(() => Date, { nullable: true, description: 'When it was revoked.' })
  revokedAt!: Date | null;
}

@ObjectType({ description: 'A part of the budget.' })
export class BudgetPart {
  @Field(() => String, { description: 'Name of the asset.' })
  name!: string;
  @Field(() => Int, { description: 'Tokens that it takes in the prompt.' })
  tokens!: number;
  @Field(() => Int, { description: 'Tokens of it that did not fit.' })
  cutTokens!: number;
}

@ObjectType({
  description:
    'How much of the prompt the mounted texts take. Tokens are estimated: four Latin characters, or one Chinese character, each.',
})
export class Budget {
  @Field(() => Int, { description: 'Tokens that all mounted texts together may take.' })
  limitTokens!: number;
  @Field(() => Int, { description: 'Tokens that they take.' })
  usedTokens!: number;
  @Field(() => [BudgetPart], { description: 'Mounts that stand in the prompt, in packing order.' })
  parts!: BudgetPart[];
}

@ObjectType({ description: 'How much an agent remembers, as far as the viewer may read it.' })
export class AgentMemory {
  @Field(() => Int, { description: 'Turns of conversations.' })
  turns!: number;
  @Field(() => Int, { description: 'Live cards.' })
  cards!: number;
  @Field(() => Int, { description: 'Scenes.' })
  scenes!: number;
  @Field(() => Int, { description: 'Turns that wait for extraction.' })
  pendingTurns!: number;
  @Field(() => Date, { nullable: true, description: 'Since when the oldest of them waits.' })
  oldestPendingAt!: Date | null;
  @Field(() => String, { nullable: true, description: 'Why the last extraction failed.' })
  lastError!: string | null;
}

@ObjectType({ description: 'How a client program is connected.' })
export class ConnectSnippet {
  @Field(() => String, { description: 'The program: claude-code, codex, cursor, generic, graphql.' })
  client!: string;
  @Field(() => String, { description: 'Its name.' })
  label!: string;
  @Field(() => String, { description: 'Language of the code.' })
  language!: string;
  @Field(() => String, { description: 'The exact configuration or command; <KEY> stands for the key.' })
  code!: string;
  @Field(() => String, { nullable: true, description: 'The file it belongs into; null for a command.' })
  file!: string | null;
}

/** Its parts are resolved from `row`. */
@ObjectType('Agent', {
  implements: () => [Node],
  description:
    'A program that acts for its owner: with one key, a memory of its own, and what is mounted on it.',
})
export class Agent extends Node {
  @Field(() => String, { description: 'Its name, unique in its space.' })
  name!: string;
  @Field(() => SpaceRef, { description: 'Where it lives.' })
  space!: SpaceRef;
  @Field(() => UserRef, { description: 'For whom it acts.' })
  owner!: UserRef;
  @Field(() => String, { description: 'The client program it lives in, such as claude-code.' })
  clientType!: string;
  @Field(() => String, { description: 'What it is for.' })
  rolePrompt!: string;
  @Field(() => String, { description: 'Rules it keeps to.' })
  rulesPrompt!: string;
  @Field(() => String, { description: 'active or paused; the calls of a paused agent are refused.' })
  status!: string;
  @Field(() => Date, { description: 'When it was made.' })
  createdAt!: Date;
  @Field(() => Date, { nullable: true, description: 'When it last called, within seconds.' })
  lastCallAt!: Date | null;
  @Field(() => Date, { nullable: true, description: 'When it first called.' })
  firstCallAt!: Date | null;
  @Field(() => String, { nullable: true, description: 'Which program called last.' })
  lastClient!: string | null;
  @Field(() => AgentRights, { description: 'What the viewer may do with it.' })
  viewerCan!: AgentRights;
  readonly row!: AgentRow;
}

export const { Connection: AgentConnection } = connectionOf(Agent);
