import type { DomainError } from '@memory-hub/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** One form of refusal for every protocol: GraphQL clients read `errors`, others the status and the code. */
export async function refuse(
  reply: FastifyReply,
  request: FastifyRequest,
  error: DomainError,
): Promise<void> {
  if (error.retryAfter !== undefined) void reply.header('retry-after', String(error.retryAfter));
  if (error.status === 401) void reply.header('www-authenticate', 'Bearer realm="memory-hub"');
  const extensions = {
    code: error.code,
    hint: error.hint,
    retryAfter: error.retryAfter,
    requestId: request.id,
  };
  await reply.status(error.status).send({ errors: [{ message: error.message, extensions }] });
}
