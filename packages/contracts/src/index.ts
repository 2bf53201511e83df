export * from './error-codes';
export * from './errors';
export * from './limits';
export * from './words';
