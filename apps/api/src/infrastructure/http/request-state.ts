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

const places = new WeakMap<object, () => void>();

/** Remembers the place that a request holds, and gives back the one it held before. */
export function setPlace(request: FastifyRequest, giveBack: () => void): void {
  stepAside(request);
  places.set(request.raw, giveBack);
}

/** Gives the place of a request back, for one that from now on only waits. */
export function stepAside(request: FastifyRequest): void {
  places.get(request.raw)?.();
}
