import { ApolloArmor } from '@escape.tech/graphql-armor';
import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo';
import { Global, Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { GraphQLModule } from '@nestjs/graphql';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Authenticator } from '../../common';
import { contextOf } from '../http';
import { SECRET_KEY } from '../settings';
import { RootLogger } from '../telemetry';
import { AuthorizeGuard } from './authorize.guard';
import { GraphqlContext } from './context';
import { csrfGuard } from './csrf';
import { ErrorFilter } from './error.filter';
import { errorPlugin, formatError } from './format-error';
import { withInputDoor } from './input-door';
import { noIntrospectionForStrangers } from './introspection';
import { NodeRegistry, NodeResolver } from './node';
import { DateTimeScalar } from './scalars';
import { TaskResolver } from './task';

const MAX_TOKENS = 3_000;

/** Limits of one operation: depth 10, cost, aliases and tokens. */
function armor(): ReturnType<ApolloArmor['protect']> {
  return new ApolloArmor({
    maxDepth: { n: 10 },
    costLimit: {
      maxCost: 20_000,
      objectCost: 2,
      scalarCost: 1,
      depthCostFactor: 1.3,
      ignoreIntrospection: true,
    },
    maxAliases: { n: 15 },
    maxDirectives: { n: 50 },
    // The parser counts tokens itself, and says that the document is at fault.
    maxTokens: { enabled: false },
    blockFieldSuggestion: { enabled: true },
  }).protect();
}

function options(
  secretKey: string,
  log: RootLogger,
  authenticator: Authenticator,
): Omit<ApolloDriverConfig, 'driver'> {
  const protection = armor();
  return {
    path: '/graphql',
    autoSchemaFile: true,
    sortSchema: true,
    transformSchema: withInputDoor,
    playground: false,
    graphiql: false,
    introspection: true,
    csrfPrevention: true,
    includeStacktraceInErrorResponses: false,
    validationRules: protection.validationRules,
    plugins: [...protection.plugins, noIntrospectionForStrangers, csrfGuard(secretKey), errorPlugin(log)],
    allowBatchedHttpRequests: false,
    // Connections drain first; until then Apollo would refuse what is still on its way.
    stopOnTerminationSignals: false,
    stopOnApplicationShutdown: true,
    parseOptions: { maxTokens: MAX_TOKENS },
    context: (request: FastifyRequest, reply: FastifyReply): GraphqlContext =>
      new GraphqlContext(contextOf(request), {
        csrf: csrfHeader(request),
        client: request.headers['user-agent'] ?? '',
        setCookie: (value) => void reply.header('set-cookie', value),
        refresh: (ctx) => authenticator.refresh(ctx),
      }),
    formatError,
    autoTransformHttpErrors: false,
    fieldResolverEnhancers: ['filters'],
  };
}

function csrfHeader({ headers }: FastifyRequest): string | undefined {
  const value = headers['x-memhub-csrf'];
  return Array.isArray(value) ? value[0] : value;
}

@Global()
@Module({})
export class GraphqlModule {
  static forRoot(): DynamicModule {
    return {
      module: GraphqlModule,
      imports: [
        GraphQLModule.forRootAsync<ApolloDriverConfig>({
          driver: ApolloDriver,
          inject: [SECRET_KEY, RootLogger, Authenticator],
          useFactory: options,
        }),
      ],
      providers: [
        DateTimeScalar,
        NodeRegistry,
        NodeResolver,
        TaskResolver,
        { provide: APP_GUARD, useClass: AuthorizeGuard },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
      exports: [NodeRegistry],
    };
  }
}
