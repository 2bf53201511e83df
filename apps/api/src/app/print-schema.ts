import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import { MODULE_METADATA } from '@nestjs/common/constants';
import { NestFactory } from '@nestjs/core';
import { GraphQLSchemaBuilderModule, GraphQLSchemaFactory } from '@nestjs/graphql';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { DateTimeScalar, GraphqlModule } from '../infrastructure/graphql';
import { FEATURES } from './app.module';

const RESOLVER = 'graphql:resolver_type';

/** The GraphQL schema as text, sorted, from the code alone: nothing is started and no database is needed. */
export async function printHubSchema(): Promise<string> {
  const builder = await NestFactory.createApplicationContext(GraphQLSchemaBuilderModule, { logger: false });
  try {
    const resolvers = [...(GraphqlModule.forRoot().providers ?? []), ...FEATURES.flatMap(providersOf)].filter(
      isResolver,
    );
    const schema = await builder.get(GraphQLSchemaFactory).create(resolvers, [DateTimeScalar]);
    return `${HEADER}${printSchema(lexicographicSortSchema(schema))}\n`;
  } finally {
    await builder.close();
  }
}

const HEADER = '# Made from the code: pnpm --filter @memory-hub/api schema. Do not edit.\n\n';

function providersOf(feature: unknown): unknown[] {
  const providers: unknown =
    typeof feature === 'function' ? Reflect.getMetadata(MODULE_METADATA.PROVIDERS, feature) : undefined;
  return Array.isArray(providers) ? providers : [];
}

function isResolver(provider: unknown): provider is Type {
  return typeof provider === 'function' && Reflect.hasMetadata(RESOLVER, provider);
}
