import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '@memory-hub/contracts';
import type { Histogram } from 'prom-client';
import type { RequestContext } from '../../common';
import type { Metrics, RootLogger } from '../telemetry';
import type { OwnPath } from './own-paths';
import { Places } from './places';
import { contextOf, setPlace } from './request-state';

/** Requests whose caller is being looked up. */
const LOOKED_UP = 512;
/** Requests whose body is on its way. Nobody has to be known for one, so strangers are counted apart. */
const ARRIVING = { known: { ofOne: 64, ofAll: 1_024 }, strangers: { ofOne: 64, ofAll: 512 } } as const;
/** Requests that are worked on. Strangers can sign in and join, and cannot crowd out whoever has. */
const RUNNING = { known: { ofOne: 64, ofAll: 256 }, strangers: { ofOne: 32, ofAll: 64 } } as const;

class Phase {
  private readonly known: Places;
  private readonly strangers: Places;

  constructor(limits: typeof ARRIVING | typeof RUNNING) {
    this.known = new Places(limits.known);
    this.strangers = new Places(limits.strangers);
  }

  get count(): number {
    return this.known.count + this.strangers.count;
  }

  /** Agents are counted by key, people by person, strangers by address. */
  take({ keyId, userId, principal, address }: RequestContext): () => void {
    const place =
      principal.kind === 'anonymous'
        ? this.strangers.take(address)
        : this.known.take((principal.kind === 'user' ? userId : keyId) ?? '');
    if (place === null) throw tooMany();
    return place;
  }
}

/**
 * Bounds what the process takes on: first who is looked up, then whose body arrives, then what is worked on. A request
 * is among the last only once it is whole and its caller known, so that unfinished ones crowd out nobody.
 */
export class Load {
  private readonly lookedUp = new Places({ ofOne: LOOKED_UP, ofAll: LOOKED_UP });
  private readonly arriving = new Phase(ARRIVING);
  private readonly running = new Phase(RUNNING);
  private readonly seconds: Histogram<'path' | 'status'>;

  constructor(
    metrics: Metrics,
    private readonly log: RootLogger,
  ) {
    metrics.gauge('http_requests_arriving', 'Requests whose body is on its way.', () => this.arriving.count);
    metrics.gauge('http_requests_running', 'Requests that are being worked on.', () => this.running.count);
    this.seconds = metrics.histogram('http_request_seconds', {
      help: 'Time of requests to the hub.',
      labels: ['path', 'status'],
    });
  }

  /** Looks the caller up and keeps a place while the body arrives. @throws DomainError RATE_LIMITED */
  async arrive(
    request: FastifyRequest,
    reply: FastifyReply,
    { path, lookUp }: { path: OwnPath; lookUp: () => Promise<RequestContext> },
  ): Promise<RequestContext> {
    const lookedUp = this.lookedUp.take('');
    if (lookedUp === null) throw tooMany();
    reply.raw.once('close', () => this.told(request, reply, path));
    const ctx = await lookUp().finally(lookedUp);
    // A stream is no request that ends; it has limits of its own.
    if (path !== '/events') keepWhileOpen(request, reply, this.arriving.take(ctx));
    return ctx;
  }

  /** The body is there: the request goes over to those that are worked on. @throws DomainError RATE_LIMITED */
  begin(request: FastifyRequest, reply: FastifyReply): void {
    keepWhileOpen(request, reply, this.running.take(contextOf(request)));
  }

  private told(request: FastifyRequest, reply: FastifyReply, path: OwnPath): void {
    const { statusCode: status } = reply.raw;
    this.seconds.observe({ path, status: `${Math.floor(status / 100)}xx` }, reply.elapsedTime / 1_000);
    const ms = Math.round(reply.elapsedTime);
    this.log.info({ requestId: request.id, method: request.method, path, status, ms }, 'request');
  }
}

function keepWhileOpen(request: FastifyRequest, reply: FastifyReply, giveBack: () => void): void {
  setPlace(request, giveBack);
  if (reply.raw.closed || reply.raw.destroyed) giveBack();
  else reply.raw.once('close', giveBack);
}

function tooMany(): DomainError {
  return new DomainError('RATE_LIMITED', 'The hub works on as many requests as it can.', {
    hint: 'Try again in a moment.',
    retryAfter: 1,
  });
}
