/** The text of one GraphQL document, with the types of its answer and of its variables. */
export class TypedDocumentString<TResult, TVariables> extends String {
  /** Only for the compiler: never set. */
  declare readonly __types?: (variables: TVariables) => TResult;
}
