import { ApolloArmor } from '@escape.tech/graphql-armor';
import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo';
import { Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { GraphQLModule } from '@nestjs/graphql';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { contextOf } from '../http';
import { AuthorizeGuard } from './authorize.guard';
import type { GraphqlContext } from './context';
import { formatError, statusPlugin } from './format-error';
import { noIntrospectionForStrangers } from './introspection';
import { DateTimeScalar } from './scalars';

/** Limits of one operation: depth 10, cost, aliases and tokens. */
function armor(): ReturnType<ApolloArmor['protect']> {
  return new ApolloArmor({
    maxDepth: { n: 10 },
    costLimit: { maxCost: 20_000, objectCost: 2, scalarCost: 1, depthCostFactor: 1.3, ignoreIntrospection: true },
    maxAliases: { n: 15 },
    maxDirectives: { n: 50 },
    maxTokens: { n: 3_000 },
    blockFieldSuggestion: { enabled: true },
  }).protect();
}

@Module({})
export class GraphqlModule {
  static forRoot(): DynamicModule {
    const protection = armor();
    const options: ApolloDriverConfig = {
      driver: ApolloDriver,
      path: '/graphql',
      autoSchemaFile: true,
      sortSchema: true,
      playground: false,
      graphiql: false,
      introspection: true,
      csrfPrevention: true,
      includeStacktraceInErrorResponses: false,
      validationRules: protection.validationRules,
      plugins: [...protection.plugins, noIntrospectionForStrangers, statusPlugin],
      allowBatchedHttpRequests: false,
      context: (request: FastifyRequest, reply: FastifyReply): GraphqlContext => ({
        ctx: contextOf(request),
        loaders: new Map(),
        setCookie: (value) => void reply.header('set-cookie', value),
      }),
      formatError,
    };
    return {
      module: GraphqlModule,
      imports: [GraphQLModule.forRoot<ApolloDriverConfig>(options)],
      providers: [DateTimeScalar, { provide: APP_GUARD, useClass: AuthorizeGuard }],
    };
  }
}
