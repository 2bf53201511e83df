import type { DomainError } from '@memory-hub/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ownPathOf } from './own-paths';

/** JSON-RPC: an error of the server, and parameters that are wrong. */
const SERVER_ERROR = -32_000;
const INVALID_PARAMS = -32_602;

/**
 * Answers with an error of ours, in the form that the protocol of the path has for errors: JSON-RPC on `/mcp`, elsewhere
 * `errors` as GraphQL clients read them. `status` is the one of the error's code unless HTTP has a better one.
 */
export async function refuse(
  reply: FastifyReply,
  request: FastifyRequest,
  error: DomainError,
  status: number = error.status,
): Promise<void> {
  if (error.retryAfter !== undefined) void reply.header('retry-after', String(error.retryAfter));
  if (status === 401) void reply.header('www-authenticate', 'Bearer realm="memory-hub"');
  await reply
    .status(status)
    .send(ownPathOf(request) === '/mcp' ? forMcp(request, error) : errorBody(error, request.id));
}

/** The error as GraphQL clients read it. */
export function errorBody(error: DomainError, requestId: string): object {
  return { errors: [{ message: error.message, extensions: facts(error, requestId) }] };
}

function forMcp(request: FastifyRequest, error: DomainError): object {
  const code = error.code === 'VALIDATION_FAILED' ? INVALID_PARAMS : SERVER_ERROR;
  return {
    jsonrpc: '2.0',
    id: null,
    error: { code, message: error.message, data: facts(error, request.id) },
  };
}

function facts({ code, hint, path, retryAfter }: DomainError, requestId: string): object {
  return { code, hint, retryAfter, ...(path.length === 0 ? {} : { field: path.map(String) }), requestId };
}
