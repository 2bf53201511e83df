export * from './authorize';
export * from './request-context';
