import type { FastifyRequest } from 'fastify';
import type { RequestContext } from '../../common';

const contexts = new WeakMap<object, RequestContext>();

/** Remembers who asks; set once per request by the hook that reads the credentials. */
export function setContext(request: FastifyRequest, ctx: RequestContext): void {
  contexts.set(request.raw, ctx);
}

/** The context of a request to a route of the hub. */
export function contextOf(request: FastifyRequest): RequestContext {
  const ctx = contexts.get(request.raw);
  if (ctx === undefined)
    throw new Error(`no context for ${request.url}: its route is not one that authenticates`);
  return ctx;
}
