import httpProxy from '@fastify/http-proxy';
import { DomainError } from '@memory-hub/contracts';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from './refuse';

/** Where pages come from. */
export interface Pages {
  /** Base address of the web process; null when there is none. */
  readonly url: string | null;
  /** Names of cookies that the web process has no use for. */
  readonly withheldCookies: (name: string) => boolean;
}

/** Hands everything that is not ours to the web process, as it comes and goes: nothing is held back or gathered. */
export async function servePages(
  app: NestFastifyApplication,
  { url, withheldCookies }: Pages,
): Promise<void> {
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
  if (url === null) {
    fastify.all('/*', (request, reply) => refuse(reply, request, notBuilt()));
    return;
  }
  await fastify.register(httpProxy, {
    upstream: url,
    httpMethods: ['GET', 'HEAD', 'POST', 'OPTIONS'],
    // Pages are fetched again when the web process was away for a moment; nothing is sent twice.
    replyOptions: {
      rewriteRequestHeaders: (request, headers) => ({
        ...headers,
        host: request.host,
        'x-forwarded-host': request.host,
        'x-forwarded-proto': request.protocol,
        'x-forwarded-for': request.ip,
        cookie: withoutCookies(headers['cookie'], withheldCookies),
      }),
      onError: (reply, { error }) => {
        reply.log.debug({ err: error }, 'the web process did not answer');
        void refuse(reply as FastifyReply, reply.request as FastifyRequest, webDown());
      },
    },
  });
}

/** The session belongs to the hub alone; pages are the same for everybody and ask the hub from the browser. */
function withoutCookies(header: string | string[] | undefined, withheld: (name: string) => boolean): string {
  const text = Array.isArray(header) ? header.join('; ') : (header ?? '');
  const kept = text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !withheld(part.split('=', 1)[0] ?? ''));
  return kept.join('; ');
}

function webDown(): DomainError {
  return new DomainError('UNAVAILABLE', 'The pages are starting.', {
    hint: 'Load the page again in a moment.',
    retryAfter: 2,
  });
}

function notBuilt(): DomainError {
  return new DomainError('NOT_FOUND', 'This process serves no pages.', {
    hint: 'Build apps/web and start with the role web, or set MEMHUB_WEB_URL.',
  });
}
