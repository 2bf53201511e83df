import { randomUUID } from 'node:crypto';
import { DomainError } from '@memory-hub/contracts';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Server } from 'node:http';
import type { FastifyHttpOptions, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator, Credentials, RequestContext } from '../../common';
import type { Role } from '../../config';
import { Metrics, RootLogger } from '../telemetry';
import { Load } from './load';
import { isOurHost, isOurOrigin, type OriginRules } from './origin-guard';
import { isProbe, ownPathOf, serves, type OwnPath } from './own-paths';
import { answerBroken } from './broken-requests';
import { refuse } from './refuse';
import { setContext } from './request-state';
import { endSlowBodies } from './slow-bodies';

export interface HttpOptions {
  readonly authenticator: Authenticator;
  readonly roles: readonly Role[];
  /** Public address of the hub, when there is one. */
  readonly publicUrl: string | undefined;
}

/** Time for the headers of a request, and for all of it. */
const HEADERS_MS = 10_000;
const WHOLE_MS = 60_000;

/** Fastify settings of the hub: ids of requests are ours, bodies are bounded, shutdown drains. */
export function fastifyOptions(trustedProxies: string): FastifyHttpOptions<Server> {
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
    requestTimeout: WHOLE_MS,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: 2_000 },
    frameworkErrors: (_error, request, reply) => void refuse(reply, request, badAddress()),
    clientErrorHandler: answerBroken,
    routerOptions: { ignoreTrailingSlash: false },
  };
}

/** Hooks that every request passes: request id, Host and Origin, load, credentials, error form, log line. */
export function prepareHttp(app: NestFastifyApplication, options: HttpOptions): void {
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
  const load = new Load(app.get(Metrics), app.get(RootLogger));
  letGoAtTheEnd(fastify);
  endSlowBodies(fastify);
  const strictTransport = options.publicUrl?.startsWith('https:') === true;
  fastify.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
    void reply.header('x-content-type-options', 'nosniff');
    if (strictTransport) void reply.header('strict-transport-security', 'max-age=31536000');
    const rules = rulesOf(fastify, options);
    const path = ownPathOf(request);
    if (path !== '/healthz' && !isOurHost(request.host, rules)) return refuse(reply, request, hostError());
    if (path === null) return;
    void reply.header('cache-control', 'no-store');
    // Nothing of ours is a page; what a browser is made to open here can do nothing.
    void reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox");
    if (!serves(options.roles, path)) return refuse(reply, request, notServed());
    if (!isOurOrigin(request.headers.origin, rules)) return refuse(reply, request, originError());
    if (isProbe(path)) return;
    const lookUp = (): Promise<RequestContext> =>
      options.authenticator.authenticate(credentialsOf(request, path));
    await refusing(request, reply, async () =>
      setContext(request, await load.arrive(request, reply, { path, lookUp })),
    );
  });
  fastify.addHook('preValidation', async (request, reply) => {
    const path = ownPathOf(request);
    if (path === null || path === '/events' || isProbe(path) || reply.sent) return;
    await refusing(request, reply, async () => load.begin(request, reply));
  });
}

async function refusing(
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    await refuse(reply, request, error);
  }
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

function badAddress(): DomainError {
  return new DomainError('VALIDATION_FAILED', 'This address cannot be read.', {
    hint: 'Check its percent-encoding.',
  });
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
