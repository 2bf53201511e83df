import { ArgsType, Field, ID, Int } from '@nestjs/graphql';

@ArgsType()
export class CardsArgs {
  @Field(() => ID, { nullable: true, description: 'Only cards that this agent keeps.' })
  agentId?: string | null;
  @Field(() => String, { nullable: true, description: 'Only this category.' })
  category?: string | null;
  @Field(() => Boolean, { nullable: true, description: 'Also what is no longer valid.' })
  includeHistory?: boolean | null;
  @Field(() => Int, { nullable: true, description: 'Cards of the page, 1 to 100.' })
  first?: number | null;
  @Field(() => String, { nullable: true, description: 'endCursor of the page before.' })
  after?: string | null;
}

@ArgsType()
export class RecallArgs {
  @Field(() => ID, { nullable: true, description: "An agent of the viewer; left out under an agent's key." })
  agentId?: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'The session of the turn; it decides whose memory is recalled.',
  })
  sessionId?: string | null;
  @Field(() => String, { description: 'The newest message, or what the turn is about.' })
  text!: string;
  @Field(() => Int, { nullable: true, description: 'Tokens that the recalled block may take.' })
  budgetTokens?: number | null;
}
