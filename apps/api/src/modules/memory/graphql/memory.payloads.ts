import { Field, ID, ObjectType } from '@nestjs/graphql';
import { Task, UserError } from '../../../infrastructure/graphql';
import { CaptureReport, Conversation } from './memory.types';

@ObjectType({ description: 'What became of a capture.' })
export class CapturePayload {
  @Field(() => Conversation, { nullable: true, description: 'The session.' })
  conversation!: Conversation | null;
  @Field(() => Task, {
    nullable: true,
    description: 'The extraction that these turns set off; null while it waits for more turns.',
  })
  task!: Task | null;
  @Field(() => [CaptureReport], { description: 'One entry per turn, in order.' })
  report!: CaptureReport[];
  @Field(() => [UserError], { description: 'Empty when it worked.' })
  userErrors!: UserError[];
}

@ObjectType({ description: 'Work that was asked for.' })
export class TaskPayload {
  @Field(() => Task, { nullable: true, description: 'The task; null when there was nothing to do.' })
  task!: Task | null;
  @Field(() => ID, { nullable: true, description: 'The card that was written.' })
  cardId!: string | null;
  @Field(() => [UserError], { description: 'Empty when it worked.' })
  userErrors!: UserError[];
}

@ObjectType({ description: 'What was deleted.' })
export class DeletePayload {
  @Field(() => ID, { nullable: true, description: 'Its id.' })
  deletedId!: string | null;
  @Field(() => [UserError], { description: 'Empty when it worked.' })
  userErrors!: UserError[];
}
