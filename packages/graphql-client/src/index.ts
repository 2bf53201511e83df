export * from './generated/all';
