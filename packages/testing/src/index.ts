export {
  startFakeModelServer,
  type FakeModelBehaviour,
  type FakeModelScript,
  type FakeModelServer,
} from './fake-model-server';
export { GraphqlClient, type GraphqlAnswer, type GraphqlError } from './graphql-client';
export {
  freePort,
  startHubProcess,
  temporaryFolder,
  type HubProcess,
  type HubProcessOptions,
} from './hub-process';
export { McpTestClient, type ToolAnswer } from './mcp-client';
export * from './postgres';
export { startTestRedis, type TestRedis } from './redis';
export { until, type UntilOptions } from './until';
