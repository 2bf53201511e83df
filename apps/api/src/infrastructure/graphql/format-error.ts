import type { ApolloServerPlugin } from '@apollo/server';
import { DomainError } from '@memory-hub/contracts';
import { HttpException } from '@nestjs/common';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { RootLogger } from '../telemetry';
import type { GraphqlContext } from './context';
import { messageFor } from './messages';

/** Codes of the protocol itself: the document is at fault, not the state of things. */
const MALFORMED = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_REQUEST',
  'OPERATION_RESOLUTION_FAILURE',
  'UNAUTHENTICATED',
]);

/** One mapping from errors to GraphQL. What is not ours becomes INTERNAL without a word of detail. */
export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const place = {
    ...(formatted.path === undefined ? {} : { path: formatted.path }),
    ...(formatted.locations === undefined ? {} : { locations: formatted.locations }),
  };
  const code = formatted.extensions?.['code'];
  // A wrong variable: the text of graphql-js names it.
  if (code === 'BAD_USER_INPUT')
    return { ...place, message: formatted.message, extensions: faultOfVariable(formatted.message, error) };
  const original = originalOf(error);
  if (original instanceof DomainError)
    return { ...place, message: original.message, extensions: extensionsOf(original) };
  if (typeof code === 'string' && MALFORMED.has(code))
    return { ...place, message: formatted.message, extensions: { code } };
  if (original instanceof HttpException && original.getStatus() < 500)
    return { ...place, message: original.message, extensions: { code: 'BAD_REQUEST' } };
  const message = 'The hub failed at this. The request id leads to the cause in its log.';
  return { ...place, message, extensions: { code: 'INTERNAL' } };
}

/** Sets the HTTP status and Retry-After of outages and refusals, logs what is our fault, translates messages. */
export function errorPlugin(log: RootLogger): ApolloServerPlugin<GraphqlContext> {
  return {
    async requestDidStart() {
      return {
        async willSendResponse({ response, errors, contextValue: { ctx } }) {
          // Nest sets the status of everything with data to 200 in the same round of plug-ins; ours comes after it.
          await Promise.resolve();
          response.http.headers.set('x-request-id', ctx.requestId);
          response.http.headers.set('cache-control', 'no-store');
          for (const error of errors ?? []) {
            const original = originalOf(error);
            if (!(original instanceof DomainError)) {
              if (isOurs(error))
                log.error(
                  { err: original, requestId: ctx.requestId, path: error.path },
                  'a GraphQL operation failed',
                );
              continue;
            }
            if (STATUS_OF_REQUEST.has(original.status)) response.http.status = original.status;
            if (original.retryAfter !== undefined)
              response.http.headers.set('retry-after', String(original.retryAfter));
            if (original.status >= 500)
              log.error({ err: original, requestId: ctx.requestId, path: error.path }, original.message);
          }
          if (response.body.kind !== 'single' || response.body.singleResult.errors === undefined) return;
          response.body.singleResult.errors = response.body.singleResult.errors.map((formatted, index) => {
            const original = originalOf(errors?.[index]);
            const extensions: Record<string, unknown> = { ...formatted.extensions, requestId: ctx.requestId };
            if (!(original instanceof DomainError) || extensions['code'] !== original.code)
              return { ...formatted, extensions };
            const { message, hint } = messageFor(ctx.locale, original);
            return { ...formatted, message, extensions: { ...extensions, hint: hint ?? undefined } };
          });
        },
      };
    },
  };
}

/** Refusals of the whole request; other errors leave what was answered standing. */
const STATUS_OF_REQUEST = new Set([401, 403, 429, 503]);

function isOurs(error: GraphQLError): boolean {
  return error.extensions['code'] === undefined || error.extensions['code'] === 'INTERNAL_SERVER_ERROR';
}

/**
 * A wrong variable is named in the words of graphql-js only: `Variable "$input" got invalid value … at "input.after"; …`.
 * Given like the path of a service: from the input inwards.
 */
function faultOfVariable(message: string, error: unknown): Record<string, unknown> {
  const [, variable, at] =
    /^Variable "\$(\w+)" got invalid value [^]*? at "\1\.?([^"]*)"; /.exec(message) ?? [];
  const inner = at?.split(/[.[\]]+/).filter((part) => part !== '') ?? [];
  const whole = variable ?? /^Variable "\$(\w+)"/.exec(message)?.[1];
  const field = inner.length > 0 || whole === undefined ? inner : [whole];
  const original = originalOf(error);
  return {
    code: 'VALIDATION_FAILED',
    ...(original instanceof DomainError && original.hint !== undefined ? { hint: original.hint } : {}),
    ...(field.length === 0 ? {} : { field }),
  };
}

/** What was thrown, inside or outside a resolver. */
function originalOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError !== undefined
    ? originalOf(error.originalError)
    : error;
}

function extensionsOf({ code, hint, path, retryAfter }: DomainError): Record<string, unknown> {
  return {
    code,
    ...(hint === undefined ? {} : { hint }),
    ...(path.length === 0 ? {} : { field: path.map(String) }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}
