export { fastifyOptions, prepareHttp, type HttpOptions } from './http-server';
export { isOurHost, isOurOrigin, type OriginRules } from './origin-guard';
export { errorBody, refuse } from './refuse';
export { contextOf, setContext, stepAside } from './request-state';
export { servePages, type Pages } from './web-proxy';
export { startWeb, type WebProcess } from './web-process';
