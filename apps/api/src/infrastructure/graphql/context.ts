import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { GqlExecutionContext } from '@nestjs/graphql';
import type { RequestContext } from '../../common';

export interface GraphqlTransport {
  /** Value of the header x-memhub-csrf. */
  readonly csrf: string | undefined;
  /** What the program of the caller calls itself. */
  readonly client: string;
  readonly setCookie: (value: string) => void;
  /** Resolves the asking principal anew. */
  readonly refresh: (ctx: RequestContext) => Promise<RequestContext | null>;
}

/** What every resolver of one request shares. */
export class GraphqlContext {
  /** Per-request loaders, by name; see `loader`. */
  readonly loaders = new Map<string, unknown>();
  readonly csrf: string | undefined;
  readonly client: string;
  readonly setCookie: (value: string) => void;
  private readonly refresh: GraphqlTransport['refresh'];

  constructor(
    private current: RequestContext,
    transport: GraphqlTransport,
  ) {
    this.csrf = transport.csrf;
    this.client = transport.client;
    this.setCookie = transport.setCookie;
    this.refresh = transport.refresh;
  }

  get ctx(): RequestContext {
    return this.current;
  }

  /** What is still resolved of this request is resolved as somebody else: who has just signed in, or out. */
  become(ctx: RequestContext): void {
    this.current = ctx;
    this.loaders.clear();
  }

  /** After an act that changes what the viewer may do: the rest is resolved with the rights as of now. */
  async renew(): Promise<RequestContext> {
    const renewed = await this.refresh(this.current);
    if (renewed !== null) this.become(renewed);
    return this.current;
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
