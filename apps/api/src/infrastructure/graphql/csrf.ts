import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ApolloServerPlugin } from '@apollo/server';
import { DomainError } from '@memory-hub/contracts';
import { OperationTypeNode } from 'graphql';
import type { GraphqlContext } from './context';

/** The token that a page must send with every mutation of this session; follows from the session and our secret. */
export function csrfTokenOf(secretKey: string, sessionId: string): string {
  return createHmac('sha256', secretKey).update(`csrf of session ${sessionId}`).digest('base64url');
}

/**
 * Refuses mutations that another site could have made a browser send. A cookie session must show its token. A stranger
 * must send the header at all, which no foreign page can do without asking us first. Keys travel by no browser.
 */
export function csrfGuard(secretKey: string): ApolloServerPlugin<GraphqlContext> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ operation, contextValue: { ctx, csrf } }) {
          if (operation?.operation !== OperationTypeNode.MUTATION || ctx.principal.kind === 'agent') return;
          const expected = ctx.sessionId === null ? null : csrfTokenOf(secretKey, ctx.sessionId);
          const fits = expected === null ? csrf !== undefined && csrf !== '' : isSame(expected, csrf ?? '');
          if (fits) return;
          throw new DomainError(
            'FORBIDDEN',
            'The header x-memhub-csrf is missing or is not the one of this session.',
            {
              hint: 'Send viewer.csrfToken in it; without a session, any value.',
            },
          );
        },
      };
    },
  };
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
