import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { GqlExecutionContext } from '@nestjs/graphql';
import type { RequestContext } from '../../common';

/** What every resolver of one request shares. */
export interface GraphqlContext {
  readonly ctx: RequestContext;
  /** Per-request loaders, by name; see `loader`. */
  readonly loaders: Map<string, unknown>;
  readonly setCookie: (value: string) => void;
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
