import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { DomainError } from '@memory-hub/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import { refuse } from '../http';

/**
 * Brings our errors to the edge they were thrown at. In GraphQL they have to be wrapped here: graphql-js takes every
 * error with a `path` for one that it has placed already, and ours name a field of the input by that word.
 */
@Catch(DomainError)
export class DomainErrorFilter implements ExceptionFilter<DomainError> {
  catch(error: DomainError, host: ArgumentsHost): unknown {
    if (host.getType<string>() === 'graphql')
      return new GraphQLError(error.message, { originalError: error });
    const http = host.switchToHttp();
    return refuse(http.getResponse<FastifyReply>(), http.getRequest<FastifyRequest>(), error);
  }
}
