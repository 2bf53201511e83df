import { Field, ID, Int, ObjectType } from '@nestjs/graphql';
import { SpaceKindEnum } from './words';

@ObjectType({ description: 'A person by name.' })
export class UserRef {
  @Field(() => ID, { description: 'Id of the person.' })
  id!: string;
  @Field(() => String, { description: 'Name of the person.' })
  name!: string;
}

@ObjectType({ description: 'Who did something: a person, an agent, or the hub itself.' })
export class ActorRef {
  @Field(() => String, { description: 'user, agent or system.' })
  kind!: string;
  @Field(() => ID, { description: 'Id of the person or agent.' })
  id!: string;
  @Field(() => String, { description: 'Its name.' })
  name!: string;
}

@ObjectType({ description: 'A space by name.' })
export class SpaceRef {
  @Field(() => ID, { description: 'Id of the space.' })
  id!: string;
  @Field(() => String, { description: 'Name of the space.' })
  name!: string;
  @Field(() => SpaceKindEnum, { description: 'Personal or team.' })
  kind!: 'personal' | 'team';
}

@ObjectType({ description: 'An agent by name.' })
export class AgentRef {
  @Field(() => ID, { description: 'Id of the agent.' })
  id!: string;
  @Field(() => String, { description: 'Name of the agent.' })
  name!: string;
}

@ObjectType({ description: 'A part of a text.' })
export class TextRange {
  @Field(() => Int, { description: 'First UTF-16 unit of the part.' })
  start!: number;
  @Field(() => Int, { description: 'UTF-16 unit after the last one.' })
  end!: number;
}
