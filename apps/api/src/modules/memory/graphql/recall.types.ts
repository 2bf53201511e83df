import { Field, Float, ID, Int, ObjectType } from '@nestjs/graphql';
import { SearchModeEnum } from '../../../infrastructure/graphql';
import { Degraded } from '../../retrieval';

@ObjectType({ description: 'A memory or mounted text that was considered for the prompt.' })
export class InjectedItem {
  @Field(() => ID, { description: 'The card or asset.' })
  id!: string;
  @Field(() => String, { description: 'card, chat_memory or skill.' })
  kind!: string;
  @Field(() => String, { description: 'Its first words.' })
  title!: string;
  @Field(() => Int, { description: 'Tokens that it takes, estimated at four characters each.' })
  tokens!: number;
  @Field(() => Boolean, { description: 'True when it was cut or left out.' })
  cut!: boolean;
  @Field(() => String, { description: 'Why it is there or not, in one plain sentence.' })
  why!: string;
}

@ObjectType({ description: 'The two blocks that go into the next prompt.' })
export class Recall {
  @Field(() => String, { description: 'Goes before the message of the user.' })
  dynamic!: string;
  @Field(() => String, {
    description: 'Goes to the end of the system prompt; the same bytes until something of it changes.',
  })
  stable!: string;
  @Field(() => [InjectedItem], { description: 'What was considered, and what became of it.' })
  used!: InjectedItem[];
  @Field(() => SearchModeEnum, { description: 'Legs that took part.' })
  mode!: string;
  @Field(() => [Degraded], { description: 'Empty when everything took part.' })
  degraded!: Degraded[];
  @Field(() => Float, { description: 'Milliseconds.' })
  tookMs!: number;
}
