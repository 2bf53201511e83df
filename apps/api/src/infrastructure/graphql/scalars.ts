import { CustomScalar, Scalar } from '@nestjs/graphql';
import { GraphQLScalarType, Kind, type ValueNode, valueFromASTUntyped } from 'graphql';
import { invalidInput } from '@memory-hub/contracts';

const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;

/** ISO-8601 with an offset; times without one are refused because they name no instant. */
@Scalar('DateTime', () => Date)
export class DateTimeScalar implements CustomScalar<string, Date> {
  description = 'An instant: ISO-8601 with an offset, e.g. 2026-11-30T09:00:00+08:00.';

  parseValue(value: unknown): Date {
    if (typeof value === 'string' && WITH_OFFSET.test(value) && !Number.isNaN(Date.parse(value)))
      return new Date(value);
    throw invalidInput(
      [],
      'A time must be ISO-8601 with an offset.',
      'For example 2026-11-30T09:00:00+08:00.',
    );
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
