export * from './error-codes';
export * from './errors';
export * from './ids';
export * from './jobs';
export * from './limits';
export * from './merkle';
export * from './live-events';
export * from './words';
