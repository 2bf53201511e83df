import { assertStorable, DomainError } from '@memory-hub/contracts';
import {
  getNamedType,
  GraphQLError,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import { GraphqlContext } from './context';
import { toUserError } from './user-errors';

/**
 * Fields that are kept or read word for word, so their own code repairs what no text can hold; by the field that takes
 * them. Everything else with such a character is refused here, by its name.
 */
const WORD_FOR_WORD: Readonly<Record<string, readonly string[]>> = {
  captureTurns: ['title', 'turns.content', 'turns.speaker', 'turns.toolCalls'],
  addMemory: ['content', 'metadata'],
  updateMemory: ['content', 'metadata'],
  recall: ['text'],
  search: ['text'],
  manifest: ['sampleText'],
  createAgent: ['rolePrompt', 'rulesPrompt'],
  updateAgent: ['rolePrompt', 'rulesPrompt'],
  proposeSkill: ['files.text'],
  reviseProposal: ['files.text'],
};
const NONE: ReadonlySet<string> = new Set();

/** Puts the one test of texts and depth before every field that takes arguments, however they were given. */
export function withInputDoor(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) if (field.args.length > 0) guard(field);
  }
  return schema;
}

function guard(field: GraphQLField<unknown, unknown>): void {
  const resolve = field.resolve;
  if (resolve === undefined) throw new Error(`the field ${field.name} takes arguments and has no resolver`);
  const exempt = new Set(WORD_FOR_WORD[field.name] ?? NONE);
  const returned = getNamedType(field.type);
  const empty = isObjectType(returned) && 'userErrors' in returned.getFields() ? emptyOf(returned) : null;
  field.resolve = (source, args: Readonly<Record<string, unknown>>, context, info) => {
    const fault = faultOf(args, exempt);
    if (fault === null) return resolve(source, args, context, info);
    if (empty !== null && context instanceof GraphqlContext)
      return { ...empty, userErrors: [toUserError(context.ctx, fault)] };
    throw new GraphQLError(fault.message, { originalError: fault });
  };
}

/** A payload with nothing in it: lists that may not be null are empty. */
function emptyOf(type: GraphQLObjectType): Record<string, []> {
  const lists = Object.values(type.getFields()).filter(
    (field) => isNonNullType(field.type) && isListType(field.type.ofType),
  );
  return Object.fromEntries(lists.map(({ name }) => [name, []]));
}

/** Faults of a mutation are named from its `input` inwards, like those that its service finds. */
function faultOf(args: Readonly<Record<string, unknown>>, exempt: ReadonlySet<string>): DomainError | null {
  const { input, ...rest } = args;
  try {
    assertStorable(rest, exempt);
    assertStorable(input ?? {}, exempt);
    return null;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}
