import { DomainError } from '@memory-hub/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from './refuse';

/** How often the arrival of a body is looked at, and what must have come in that time. */
const LOOK_MS = 10_000;
const LEAST_BYTES = 10 * 1_024;
const REQUEST_TIMEOUT_STATUS = 408;

/** Ends requests whose body does not come, or comes by the drop. */
export function endSlowBodies(
  fastify: FastifyInstance,
  { everyMs = LOOK_MS }: { everyMs?: number } = {},
): void {
  const looks = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  const stop = (request: FastifyRequest): void => clearInterval(looks.get(request));
  fastify.addHook('preParsing', async (request, reply) => {
    let seen = 0;
    const look = setInterval(() => {
      const arrived = request.raw.socket.bytesRead;
      if (arrived - seen < LEAST_BYTES) void end(request, reply);
      seen = arrived;
    }, everyMs);
    seen = request.raw.socket.bytesRead;
    looks.set(request, look.unref());
    reply.raw.once('close', () => stop(request));
  });
  fastify.addHook('preValidation', async (request) => stop(request));
}

async function end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (reply.sent) return;
  reply.raw.once('finish', () => request.raw.socket.destroy());
  void reply.header('connection', 'close');
  const fault = new DomainError('UNAVAILABLE', 'The request did not arrive in time.', {
    hint: 'Send the body without pauses.',
    retryAfter: 1,
  });
  await refuse(reply, request, fault, REQUEST_TIMEOUT_STATUS);
}
