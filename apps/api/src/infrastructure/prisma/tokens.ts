/** Connection pool of the application role, which obeys row-level security. */
export const APP_CLIENT = Symbol('app client');
/** Connection pool of the system role. Import it only where the lint rule allows. */
export const SYSTEM_CLIENT = Symbol('system client');
export const AFTER_COMMIT_LOG = Symbol('after-commit log');

export interface AfterCommitLog {
  error(facts: object, message: string): void;
}
