import { Injectable } from '@nestjs/common';
import { Args, Field, ID, InterfaceType, Query, Resolver } from '@nestjs/graphql';
import { DomainError, parseId, type IdType } from '@memory-hub/contracts';
import { Authorize, type RequestContext } from '../../common';
import { Ctx } from './context';

/** Name of the GraphQL type behind each kind of id that `node` can load. */
const TYPE_NAMES: Readonly<Partial<Record<IdType, string>>> = {
  user: 'User', organisation: 'Organisation', space: 'Space', invitation: 'Invitation', agent: 'Agent', key: 'ApiKey',
  mount: 'Mount', asset: 'Asset', revision: 'Revision', proposal: 'Proposal', conversation: 'Conversation', turn: 'Turn',
  card: 'Card', scene: 'Scene', persona: 'Persona', task: 'Task',
}; // prettier-ignore

@InterfaceType('Node', {
  description: 'An object that can be loaded by its id alone.',
  resolveType: (value: { id: string }) => TYPE_NAMES[parseId(value.id)?.type ?? 'finding'],
})
export abstract class Node {
  @Field(() => ID, { description: 'Opaque id: type and 32 hexadecimal digits.' })
  id!: string;
}

/** Loads one object of a type by its uuid, as its GraphQL shape; null, or NOT_FOUND thrown, when it is missing or hidden. */
export type NodeLoader = (ctx: RequestContext, uuid: string) => Promise<{ id: string } | null>;

/** Each module registers the types it can load by id (in its constructor or `onModuleInit`). */
@Injectable()
export class NodeRegistry {
  private readonly loaders = new Map<IdType, NodeLoader>();

  register(type: IdType, load: NodeLoader): void {
    if (this.loaders.has(type)) throw new Error(`two modules load nodes of the type ${type}`);
    this.loaders.set(type, load);
  }

  async load(ctx: RequestContext, id: string): Promise<{ id: string } | null> {
    const parsed = parseId(id);
    const load = parsed === null ? undefined : this.loaders.get(parsed.type);
    if (parsed === null || load === undefined) return null;
    try {
      return await load(ctx, parsed.uuid);
    } catch (error) {
      if (error instanceof DomainError && error.code === 'NOT_FOUND') return null;
      throw error;
    }
  }
}

@Resolver(() => Node)
export class NodeResolver {
  constructor(private readonly nodes: NodeRegistry) {}

  @Authorize('read', 'Organisation')
  @Query(() => Node, {
    nullable: true,
    description: 'Any object by its id; null when it is missing or hidden.',
  })
  async node(
    @Ctx() ctx: RequestContext,
    @Args('id', { type: () => ID }) id: string,
  ): Promise<{ id: string } | null> {
    return this.nodes.load(ctx, id);
  }
}
