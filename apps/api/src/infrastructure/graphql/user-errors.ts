import { Field, ObjectType } from '@nestjs/graphql';
import { DomainError, type ErrorCode } from '@memory-hub/contracts';
import { messageFor } from './messages';
import type { RequestContext } from '../../common';

@ObjectType({ description: 'A fault of the input or of the state of things, for a client to branch on.' })
export class UserError {
  @Field(() => String, { description: 'Stable code from the catalogue.' })
  code!: ErrorCode;
  @Field(() => String, { description: 'What is wrong, in the language of the viewer.' })
  message!: string;
  @Field(() => String, { nullable: true, description: 'What to do about it.' })
  hint!: string | null;
  @Field(() => [String], { description: 'The field of the input, outermost first.' })
  path!: string[];
}

/** Codes that a client cannot branch on inside one mutation; they are errors of the whole request. */
const TOP_LEVEL: ReadonlySet<ErrorCode> = new Set([
  'UNAUTHENTICATED',
  'UNAVAILABLE',
  'RATE_LIMITED',
  'INTERNAL',
  'CONFIG_INVALID',
]);

/** Runs a mutation; a DomainError that a client branches on becomes `userErrors`, anything else stays an error. */
export async function payload<T extends object>(
  ctx: RequestContext,
  empty: { [K in keyof T]: T[K] | null },
  work: () => Promise<T>,
): Promise<{ [K in keyof T]: T[K] | null } & { userErrors: UserError[] }> {
  try {
    return { ...(await work()), userErrors: [] };
  } catch (error) {
    if (!(error instanceof DomainError) || TOP_LEVEL.has(error.code)) throw error;
    return { ...empty, userErrors: [toUserError(ctx, error)] };
  }
}

/** The fault as a client of a mutation sees it. */
export function toUserError(ctx: RequestContext, error: DomainError): UserError {
  const { message, hint } = messageFor(ctx.locale, error);
  return { code: error.code, message, hint, path: error.path.map(String) };
}
