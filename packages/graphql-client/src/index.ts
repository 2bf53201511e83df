export * from './generated/graphql';
