import { Injectable } from '@nestjs/common';
import { encodeId } from '@memory-hub/contracts';
import DataLoader from 'dataloader';
import type { Actor, RequestContext } from '../../../common';
import {
  loader,
  type ActorRef,
  type GraphqlContext,
  type SpaceRef,
  type UserRef,
} from '../../../infrastructure/graphql';
import { Users } from '../../identity';
import { Spaces } from '../../spaces';
import { readerSentences, namedIn } from '../domain/readers';

const UNSEEN = {
  agent: { en: 'An agent', 'zh-CN': '某个智能体' },
  person: { en: 'Somebody', 'zh-CN': '某人' },
  space: { en: 'Another space', 'zh-CN': '其他空间' },
  hub: { en: 'The hub', 'zh-CN': '系统' },
} as const;

/** Names beside ids. What the viewer may not see has a general word for a name. */
@Injectable()
export class AssetNames {
  constructor(
    private readonly spaces: Spaces,
    private readonly users: Users,
  ) {}

  async space(gql: GraphqlContext, id: string): Promise<SpaceRef> {
    const space = await spaceLoader(gql, this.spaces).load(id);
    return {
      id: encodeId('space', id),
      name: space?.name ?? UNSEEN.space[gql.ctx.locale],
      kind: space?.kind ?? 'team',
    };
  }

  async user(gql: GraphqlContext, id: string): Promise<UserRef> {
    const name = await this.actorLoader(gql).load({ kind: 'user', id });
    return { id: encodeId('user', id), name: name ?? UNSEEN.person[gql.ctx.locale] };
  }

  async actor(gql: GraphqlContext, actor: Actor): Promise<ActorRef> {
    if (actor.kind === 'system')
      return { kind: actor.kind, id: encodeId('user', actor.id), name: UNSEEN.hub[gql.ctx.locale] };
    const name = await this.actorLoader(gql).load(actor);
    const unseen = UNSEEN[actor.kind === 'agent' ? 'agent' : 'person'][gql.ctx.locale];
    return { kind: actor.kind, id: encodeId(actor.kind, actor.id), name: name ?? unseen };
  }

  /** Who reads what has these tokens, in plain sentences. */
  async readers(ctx: RequestContext, tokens: readonly string[], ownerId: string): Promise<string[]> {
    const { userIds, spaceIds } = namedIn(tokens);
    const people = await this.users.refs(ctx, userIds);
    const spaces = await this.spaces.byIds(ctx, spaceIds);
    const names = {
      person: (id: string) => people.get(id)?.name ?? UNSEEN.person[ctx.locale],
      space: (id: string) => spaces.get(id)?.name ?? UNSEEN.space[ctx.locale],
    };
    return readerSentences(ctx.locale, tokens, { ownerId, names });
  }

  private actorLoader(gql: GraphqlContext): DataLoader<Actor, string | null, string> {
    return loader(gql, 'actor names', () => new DataLoader(
      async (actors: readonly Actor[]) => {
        const names = await this.users.actorRefs(gql.ctx, actors);
        return actors.map(({ id }) => names.get(id)?.name ?? null);
      },
      { cacheKeyFn: ({ kind, id }: Actor) => `${kind} ${id}` },
    )); // prettier-ignore
  }
}

function spaceLoader(
  gql: GraphqlContext,
  spaces: Spaces,
): DataLoader<string, { name: string; kind: 'personal' | 'team' } | null> {
  return loader(gql, 'space names', () => new DataLoader(async (ids: readonly string[]) => {
    const rows = await spaces.byIds(gql.ctx, ids);
    return ids.map((id) => rows.get(id) ?? null);
  })); // prettier-ignore
}
