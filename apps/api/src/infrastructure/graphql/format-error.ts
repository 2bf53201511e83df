import type { ApolloServerPlugin } from '@apollo/server';
import { unwrapResolverError } from '@apollo/server/errors';
import { DomainError } from '@memory-hub/contracts';
import { HttpException } from '@nestjs/common';
import type { GraphQLFormattedError } from 'graphql';
import type { GraphqlContext } from './context';
import { messageFor } from './messages';

const CLIENT_FAULTS = new Set(['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'BAD_USER_INPUT', 'BAD_REQUEST', 'UNAUTHENTICATED', 'OPERATION_RESOLUTION_FAILURE']);

/** One mapping from errors to GraphQL. What is not ours becomes INTERNAL without a word of detail. */
export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const original = unwrapResolverError(error);
  const place = { ...(formatted.path === undefined ? {} : { path: formatted.path }), ...(formatted.locations === undefined ? {} : { locations: formatted.locations }) };
  if (original instanceof DomainError)
    return {
      ...place,
      message: original.message,
      extensions: {
        code: original.code,
        ...(original.hint === undefined ? {} : { hint: original.hint }),
        ...(original.path.length === 0 ? {} : { field: original.path.map(String) }),
        ...(original.retryAfter === undefined ? {} : { retryAfter: original.retryAfter }),
      },
    };
  const code = formatted.extensions?.['code'];
  if (typeof code === 'string' && CLIENT_FAULTS.has(code)) return { ...place, message: formatted.message, extensions: { code } };
  if (original instanceof HttpException && original.getStatus() < 500) return { ...place, message: original.message, extensions: { code: 'BAD_REQUEST' } };
  return { ...place, message: 'The hub failed at this. The request id leads to the cause in its log.', extensions: { code: 'INTERNAL' } };
}

/** Sets the HTTP status and Retry-After of outages and refusals, logs what is our fault, translates messages. */
export const statusPlugin: ApolloServerPlugin<GraphqlContext> = {
  async requestDidStart() {
    return {
      async willSendResponse({ response, errors, contextValue }) {
        response.http.headers.set('x-request-id', contextValue.ctx.requestId);
        for (const error of errors ?? []) {
          const original = unwrapResolverError(error);
          if (!(original instanceof DomainError)) continue;
          if (original.status === 503 || original.status === 429 || original.status === 401) response.http.status = original.status;
          if (original.retryAfter !== undefined) response.http.headers.set('retry-after', String(original.retryAfter));
        }
        if (response.body.kind !== 'single' || response.body.singleResult.errors === undefined) return;
        response.body.singleResult.errors = response.body.singleResult.errors.map((formatted, index) => {
          const original = unwrapResolverError(errors?.[index]);
          const extensions = { ...formatted.extensions, requestId: contextValue.ctx.requestId };
          if (!(original instanceof DomainError)) return { ...formatted, extensions };
          return { ...formatted, message: messageFor(contextValue.ctx.locale, original).message, extensions };
        });
      },
    };
  },
};
