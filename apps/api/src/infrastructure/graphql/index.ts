export { Ctx, Gql, GraphqlContext, loader, type GraphqlTransport } from './context';
export { csrfTokenOf } from './csrf';
export { GraphqlModule } from './graphql.module';
export { Node, NodeRegistry, type NodeLoader } from './node';
export {
  connectionOf,
  encodeCursor,
  PageInfo,
  pageRequest,
  pageSize,
  SignedCursors,
  toConnection,
  type Page,
  type PageRequest,
} from './paging';
export { ActorRef, AgentRef, SpaceRef, TextRange, UserRef } from './refs';
export { DateTimeScalar, JsonScalar } from './scalars';
export { Task, taskView } from './task';
export { payload, UserError } from './user-errors';
export * from './words';
