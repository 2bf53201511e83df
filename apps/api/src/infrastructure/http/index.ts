export { FASTIFY_OPTIONS, prepareHttp, type HttpOptions } from './http-server';
export { isOurHost, isOurOrigin, type OriginRules } from './origin-guard';
export { contextOf, setContext } from './request-state';
