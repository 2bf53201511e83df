export { assertAppRoleIsWeak } from './app-role';
export {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './embedded-postgres';
export {
  AppRoleTooStrongError,
  DatabaseSettingsError,
  DatabaseUnavailableError,
  HubFolderError,
  HubFolderInUseError,
  MigrationFailedError,
  MigrationHistoryError,
  PostgresStartError,
  SecretKeyError,
} from './errors';
export { quietLog, type PostgresLog } from './log';
export { migrate, type MigrateOptions } from './migrate';
export { prepareDatabase, type PrepareOptions } from './prepare-database';
export { provisionRoles, type ProvisionOptions, type RoleUrls } from './provision';
export { QUEUE_SCHEMA, ensureQueueSchema, type QueueSchemaOptions } from './queue-schema';
export { resolveSecretKey, type SecretKeyOptions } from './secret';
export type { ServerChange } from './supervisor';
