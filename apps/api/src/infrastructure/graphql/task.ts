import { Args, Field, ID, Int, ObjectType, Query, Resolver } from '@nestjs/graphql';
import { encodeId, parseId } from '@memory-hub/contracts';
import { Authorize, type RequestContext } from '../../common';
import { Tasks, type TaskRow } from '../queue';
import { Ctx } from './context';
import { Node, NodeRegistry } from './node';
import { JsonScalar } from './scalars';
import { TaskStateEnum } from './words';

@ObjectType('Task', {
  implements: () => [Node],
  description: 'Background work that its requester may wait for.',
})
export class Task extends Node {
  @Field(() => String, { description: 'What is done.' })
  kind!: string;
  @Field(() => TaskStateEnum, { description: 'How it stands.' })
  state!: TaskRow['state'];
  @Field(() => Int, { description: 'How often it was started.' })
  attempts!: number;
  @Field(() => String, { nullable: true, description: 'Why the last start failed.' })
  error!: string | null;
  @Field(() => JsonScalar, { nullable: true, description: 'Ids and counts of what came out.' })
  result!: unknown;
  @Field(() => Date, { description: 'When it was asked for.' })
  createdAt!: Date;
  @Field(() => Date, { nullable: true, description: 'When it ended.' })
  finishedAt!: Date | null;
}

/** The task as clients see it. */
export function taskView(row: TaskRow): Task {
  return { ...row, id: encodeId('task', row.id) };
}

@Resolver(() => Task)
export class TaskResolver {
  constructor(
    private readonly tasks: Tasks,
    nodes: NodeRegistry,
  ) {
    nodes.register('task', async (ctx, uuid) => this.load(ctx, uuid));
  }

  @Authorize('read', 'Task')
  @Query(() => Task, {
    nullable: true,
    description: 'A task of the caller; null when it is missing or somebody else’s.',
  })
  async task(@Ctx() ctx: RequestContext, @Args('id', { type: () => ID }) id: string): Promise<Task | null> {
    const parsed = parseId(id);
    return parsed?.type === 'task' ? this.load(ctx, parsed.uuid) : null;
  }

  private async load(ctx: RequestContext, uuid: string): Promise<Task | null> {
    const row = await this.tasks.find(ctx, uuid);
    return row === null ? null : taskView(row);
  }
}
