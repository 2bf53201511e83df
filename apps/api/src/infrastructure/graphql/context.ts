import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { GqlExecutionContext } from '@nestjs/graphql';
import type { RequestContext } from '../../common';

export interface GraphqlTransport {
  /** Value of the header x-memhub-csrf. */
  readonly csrf: string | undefined;
  readonly setCookie: (value: string) => void;
}

/** What every resolver of one request shares. */
export class GraphqlContext {
  /** Per-request loaders, by name; see `loader`. */
  readonly loaders = new Map<string, unknown>();
  readonly csrf: string | undefined;
  readonly setCookie: (value: string) => void;

  constructor(
    private current: RequestContext,
    transport: GraphqlTransport,
  ) {
    this.csrf = transport.csrf;
    this.setCookie = transport.setCookie;
  }

  get ctx(): RequestContext {
    return this.current;
  }

  /** What is still resolved of this request is resolved as somebody else: who has just signed in, or out. */
  become(ctx: RequestContext): void {
    this.current = ctx;
    this.loaders.clear();
  }
}

/** Injects the RequestContext into a resolver method. */
export const Ctx = createParamDecorator((_data: unknown, execution: ExecutionContext): RequestContext => {
  return GqlExecutionContext.create(execution).getContext<GraphqlContext>().ctx;
});

/** Injects the whole GraphQL context, for resolvers that set a cookie or use loaders. */
export const Gql = createParamDecorator((_data: unknown, execution: ExecutionContext): GraphqlContext => {
  return GqlExecutionContext.create(execution).getContext<GraphqlContext>();
});

/** Gives the loader of this name for this request, made at its first use. */
export function loader<T>(gql: GraphqlContext, name: string, make: () => T): T {
  const known = gql.loaders.get(name) as T | undefined;
  if (known !== undefined) return known;
  const made = make();
  gql.loaders.set(name, made);
  return made;
}
