import { CustomScalar, Scalar } from '@nestjs/graphql';
import { GraphQLScalarType, Kind, type ValueNode, valueFromASTUntyped } from 'graphql';
import { INSTANT_HINT, INSTANT_RULE, invalidInput, readInstant } from '@memory-hub/contracts';

/** ISO-8601 with an offset; times without one are refused because they name no instant. */
@Scalar('DateTime', () => Date)
export class DateTimeScalar implements CustomScalar<string, Date> {
  description = 'An instant: ISO-8601 with an offset, e.g. 2026-11-30T09:00:00+08:00.';

  parseValue(value: unknown): Date {
    const instant = typeof value === 'string' ? readInstant(value) : null;
    if (instant === null) throw invalidInput([], `A time ${INSTANT_RULE}`, INSTANT_HINT);
    return instant;
  }

  serialize(value: unknown): string {
    if (value instanceof Date) return value.toISOString();
    throw new Error('DateTime takes a Date');
  }

  parseLiteral(ast: ValueNode): Date {
    return this.parseValue(ast.kind === Kind.STRING ? ast.value : undefined);
  }
}

/** Any JSON value. Where it is used, the service states and checks its size. */
export const JsonScalar = new GraphQLScalarType({
  name: 'JSON',
  description: 'Any JSON value.',
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: (ast) => valueFromASTUntyped(ast),
});
