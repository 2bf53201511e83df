import { randomUUID } from 'node:crypto';
import { DomainError } from '@memory-hub/contracts';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { Histogram } from 'prom-client';
import type { Authenticator, Credentials } from '../../common';
import type { Role } from '../../config';
import { Metrics, RootLogger } from '../telemetry';
import { isOurHost, isOurOrigin, type OriginRules } from './origin-guard';
import { isProbe, ownPathOf, serves, type OwnPath } from './own-paths';
import { refuse } from './refuse';
import { setContext } from './request-state';

export interface HttpOptions {
  readonly authenticator: Authenticator;
  readonly roles: readonly Role[];
  /** Public address of the hub, when there is one. */
  readonly publicUrl: string | undefined;
}

/** Requests that are worked on at the same time; more are asked to come back. */
const CONCURRENT_REQUESTS = 256;

/** Fastify settings of the hub: ids of requests are ours, bodies are bounded, shutdown drains. */
export function fastifyOptions(trustedProxies: string): FastifyServerOptions {
  const proxies = trustedProxies
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  return {
    genReqId: () => randomUUID(),
    bodyLimit: 20 * 1024 * 1024,
    forceCloseConnections: 'idle',
    // A connection that turns idle while the server ends is waited for; this bounds the wait.
    keepAliveTimeout: 5_000,
    // Who is connected already is still answered.
    return503OnClosing: false,
    trustProxy: proxies.length === 0 ? false : proxies,
    // A form or a slow line that never ends must not hold a connection.
    requestTimeout: 60_000,
    routerOptions: { ignoreTrailingSlash: false },
  };
}

/** Hooks that every request passes: request id, Host and Origin, load, credentials, error form, log line. */
export function prepareHttp(app: NestFastifyApplication, options: HttpOptions): void {
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
  const load = new Load(app.get(Metrics), app.get(RootLogger));
  letGoAtTheEnd(fastify);
  const strictTransport = options.publicUrl?.startsWith('https:') === true;
  fastify.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
    void reply.header('x-content-type-options', 'nosniff');
    if (strictTransport) void reply.header('strict-transport-security', 'max-age=31536000');
    const rules = rulesOf(fastify, options);
    const path = ownPathOf(request.url);
    if (path !== '/healthz' && !isOurHost(request.host, rules)) return refuse(reply, request, hostError());
    if (path === null) return;
    void reply.header('cache-control', 'no-store');
    // Nothing of ours is a page; what a browser is made to open here can do nothing.
    void reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox");
    if (!serves(options.roles, path)) return refuse(reply, request, notServed());
    if (!isOurOrigin(request.headers.origin, rules)) return refuse(reply, request, originError());
    if (isProbe(path)) return;
    if (path !== '/events' && !load.enter(request, reply, path)) return refuse(reply, request, tooMany());
    try {
      setContext(request, await options.authenticator.authenticate(credentialsOf(request, path)));
    } catch (error) {
      if (error instanceof DomainError) return refuse(reply, request, error);
      throw error;
    }
  });
}

/**
 * When the end begins, connections go as soon as they have nothing to do: a kept-alive one would hold up the end until
 * it times out, a minute later.
 */
function letGoAtTheEnd(fastify: FastifyInstance): void {
  let closing: NodeJS.Timeout | null = null;
  fastify.addHook('preClose', async () => {
    closing = setInterval(() => fastify.server.closeIdleConnections(), 50);
  });
  fastify.addHook('onClose', async () => {
    if (closing !== null) clearInterval(closing);
  });
  fastify.addHook('onSend', async (_request, reply) => {
    if (closing !== null) void reply.header('connection', 'close');
  });
}

/** Counts what is being worked on, and writes one line per finished request. */
class Load {
  private count = 0;
  private readonly seconds: Histogram<'path' | 'status'>;

  constructor(
    metrics: Metrics,
    private readonly log: RootLogger,
  ) {
    metrics.gauge('http_requests_running', 'Requests that are being worked on.', () => this.count);
    this.seconds = metrics.histogram('http_request_seconds', {
      help: 'Time of requests to the hub.',
      labels: ['path', 'status'],
    });
  }

  /** Lets a request in, and out again when its connection is done with it, answered or not. */
  enter(request: FastifyRequest, reply: FastifyReply, path: OwnPath): boolean {
    if (this.count >= CONCURRENT_REQUESTS) return false;
    this.count += 1;
    reply.raw.once('close', () => {
      this.count -= 1;
      const { statusCode: status } = reply.raw;
      this.seconds.observe({ path, status: `${Math.floor(status / 100)}xx` }, reply.elapsedTime / 1_000);
      const facts = {
        requestId: request.id,
        method: request.method,
        path,
        status,
        ms: Math.round(reply.elapsedTime),
      };
      this.log.info(facts, 'request');
    });
    return true;
  }
}

function rulesOf(fastify: FastifyInstance, { publicUrl }: HttpOptions): OriginRules {
  const address = fastify.server.address();
  return { publicUrl, port: typeof address === 'object' && address !== null ? address.port : 0 };
}

/** MCP is for keys: a browser's cookie says nothing there. */
function credentialsOf(request: FastifyRequest, path: OwnPath): Credentials {
  return {
    authorization: request.headers.authorization,
    cookie: path === '/mcp' ? undefined : request.headers.cookie,
    requestId: request.id,
    address: request.ip,
    language: request.headers['accept-language'],
    client: request.headers['user-agent'],
  };
}

function hostError(): DomainError {
  return new DomainError('FORBIDDEN', 'This hub does not answer under that host name.', {
    hint: 'Use the address that the hub printed, or set MEMHUB_PUBLIC_URL to the one you use.',
  });
}

function originError(): DomainError {
  return new DomainError('FORBIDDEN', 'Requests from this page are not accepted.', {
    hint: 'Set MEMHUB_PUBLIC_URL to the address under which the web app is opened.',
  });
}

function notServed(): DomainError {
  return new DomainError('NOT_FOUND', 'This process does not serve that path.', {
    hint: 'See MEMHUB_ROLES.',
  });
}

function tooMany(): DomainError {
  return new DomainError('RATE_LIMITED', 'The hub works on as many requests as it can.', {
    hint: 'Try again in a moment.',
    retryAfter: 1,
  });
}
