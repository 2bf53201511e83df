export * from './generated/all';
export { TypedDocumentString } from './typed-document';
