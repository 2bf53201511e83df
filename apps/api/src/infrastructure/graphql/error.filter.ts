import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { DomainError, type ErrorCode } from '@memory-hub/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import { refuse } from '../http';
import { RootLogger } from '../telemetry';

/**
 * Brings errors to the edge they were thrown at. In GraphQL ours have to be wrapped here: graphql-js takes every error
 * with a `path` for one that it has placed already, and ours name a field of the input by that word. In HTTP those of
 * the framework (a body that is too long, no JSON, of no known type; a path that nobody serves) get our form, too.
 */
@Catch()
export class ErrorFilter implements ExceptionFilter<unknown> {
  constructor(private readonly log: RootLogger) {}

  catch(error: unknown, host: ArgumentsHost): unknown {
    if (host.getType<string>() === 'graphql')
      return error instanceof DomainError ? new GraphQLError(error.message, { originalError: error }) : error;
    const [reply, request] = [
      host.switchToHttp().getResponse<FastifyReply>(),
      host.switchToHttp().getRequest<FastifyRequest>(),
    ];
    if (reply.sent) return undefined;
    if (error instanceof DomainError) return refuse(reply, request, error);
    const status = error instanceof HttpException ? error.getStatus() : 500;
    if (status >= 500) this.log.error({ err: error, requestId: request.id }, 'a request failed');
    return refuse(reply, request, inOurWords(status), status);
  }
}

const WORDS: ReadonlyMap<number, { code: ErrorCode; message: string; hint: string }> = new Map([
  [400, { code: 'VALIDATION_FAILED', message: 'The body is not what this path takes.', hint: 'Send one JSON document in UTF-8, without the key __proto__.' }],
  [404, { code: 'NOT_FOUND', message: 'Nothing is served under this path.', hint: 'The hub answers /graphql, /mcp and /events.' }],
  [405, { code: 'VALIDATION_FAILED', message: 'This path does not take that method.', hint: 'Use POST.' }],
  [413, { code: 'LIMIT_EXCEEDED', message: 'The body is over 20 MiB.', hint: 'Send it in several calls.' }],
  [414, { code: 'LIMIT_EXCEEDED', message: 'The address is too long.', hint: 'Send long values in the body.' }],
  [415, { code: 'VALIDATION_FAILED', message: 'The body is of a type that is not taken here.', hint: 'Send content-type: application/json.' }],
] as const); // prettier-ignore

/** Texts of the framework name parts of its inside, so ours stand for them. */
function inOurWords(status: number): DomainError {
  const words = WORDS.get(status);
  if (words !== undefined) return new DomainError(words.code, words.message, { hint: words.hint });
  if (status < 500) return new DomainError('VALIDATION_FAILED', 'The request is not what this path takes.');
  return new DomainError('INTERNAL', 'The hub failed at this. The request id leads to the cause in its log.');
}
