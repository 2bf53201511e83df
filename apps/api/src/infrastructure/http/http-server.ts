import { randomUUID } from 'node:crypto';
import fastifyCookie from '@fastify/cookie';
import { DomainError } from '@memory-hub/contracts';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from '../../common';
import { isOurHost, isOurOrigin, type OriginRules } from './origin-guard';
import { setContext } from './request-state';

/** Paths that the hub answers itself; everything else is a page and goes to the web process. */
const OWN_PATHS = ['/graphql', '/mcp', '/events', '/healthz', '/readyz', '/metrics'] as const;
const WITHOUT_CREDENTIALS = new Set(['/healthz', '/readyz', '/metrics']);

export interface HttpOptions extends OriginRules {
  readonly authenticator: Authenticator;
}

/** Hooks that every request to the hub passes: request id, Host and Origin, credentials, error form. */
export async function prepareHttp(app: NestFastifyApplication, options: HttpOptions): Promise<void> {
  await app.register(fastifyCookie);
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
  fastify.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
    void reply.header('x-content-type-options', 'nosniff');
    if (!isOurHost(request.headers.host, options)) return refuse(reply, request, hostError());
    if (!isOwn(request)) return;
    if (!isOurOrigin(request.headers.origin, options)) return refuse(reply, request, originError());
    if (WITHOUT_CREDENTIALS.has(pathOf(request))) return;
    try {
      setContext(request, await options.authenticator.authenticate(credentialsOf(request)));
    } catch (error) {
      if (error instanceof DomainError) return refuse(reply, request, error);
      throw error;
    }
  });
}

/** Fastify settings of the hub: ids of requests are ours, bodies are bounded, shutdown drains. */
export const FASTIFY_OPTIONS = {
  genReqId: () => randomUUID(),
  bodyLimit: 20 * 1024 * 1024,
  forceCloseConnections: 'idle',
  trustProxy: false,
} as const;

export function isOwn(request: FastifyRequest): boolean {
  const path = pathOf(request);
  return OWN_PATHS.some((own) => path === own || path.startsWith(`${own}/`));
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/';
}

function credentialsOf(request: FastifyRequest): Parameters<Authenticator['authenticate']>[0] {
  const csrf = request.headers['x-memhub-csrf'];
  return {
    authorization: request.headers.authorization,
    cookie: request.headers.cookie,
    csrf: Array.isArray(csrf) ? csrf[0] : csrf,
    origin: request.headers.origin,
    requestId: request.id,
    address: request.ip,
    language: request.headers['accept-language'],
    client: request.headers['user-agent'],
  };
}

/** One form of refusal for every protocol: GraphQL clients read `errors`, others the status and the code. */
async function refuse(reply: FastifyReply, request: FastifyRequest, error: DomainError): Promise<void> {
  if (error.retryAfter !== undefined) void reply.header('retry-after', String(error.retryAfter));
  if (error.status === 401) void reply.header('www-authenticate', 'Bearer realm="memory-hub"');
  const extensions = { code: error.code, hint: error.hint, retryAfter: error.retryAfter, requestId: request.id };
  await reply.status(error.status).send({ errors: [{ message: error.message, extensions }] });
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
