import type { ApolloServerPlugin } from '@apollo/server';
import { DomainError } from '@memory-hub/contracts';
import { Kind, visit } from 'graphql';
import type { GraphqlContext } from './context';

/** Strangers may not read the schema. What else stands in their query changes nothing about that. */
export const noIntrospectionForStrangers: ApolloServerPlugin<GraphqlContext> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ document, contextValue }) {
        if (contextValue.ctx.principal.kind !== 'anonymous') return;
        visit(document, {
          [Kind.FIELD]: (node) => {
            if (node.name.value === '__schema' || node.name.value === '__type')
              throw new DomainError('UNAUTHENTICATED', 'Sign in to read the schema.', {
                hint: 'Or send an API key as a bearer token.',
              });
          },
        });
      },
    };
  },
};
