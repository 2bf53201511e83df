export { Ctx, Gql, loader, type GraphqlContext } from './context';
export { GraphqlModule } from './graphql.module';
export { connectionOf, encodeCursor, PageInfo, pageRequest, SignedCursors, toConnection, type Page, type PageRequest } from './paging';
export { JsonScalar } from './scalars';
export { payload, UserError } from './user-errors';
