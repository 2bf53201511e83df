import { DomainError, type DomainErrorDetails } from '@memory-hub/contracts';

/** Another hub works in the same folder. The hint says which process it is and what to do. */
export class HubFolderInUseError extends DomainError {
  constructor(message: string, details: DomainErrorDetails) {
    super('CONFLICT', message, details);
    this.name = 'HubFolderInUseError';
  }
}

/** The folder, the binaries or the place of the data cannot be used as they are. */
export class HubFolderError extends DomainError {
  constructor(message: string, details: DomainErrorDetails) {
    super('CONFIG_INVALID', message, details);
    this.name = 'HubFolderError';
  }
}

/** The embedded server did not come up. The message is the cause, the hint the way out. */
export class PostgresStartError extends DomainError {
  constructor(message: string, details: DomainErrorDetails) {
    super('UNAVAILABLE', message, details);
    this.name = 'PostgresStartError';
  }
}

/** The database server was reached and is not fit, or refused the sign-in. */
export class DatabaseSettingsError extends DomainError {
  constructor(message: string, details: DomainErrorDetails) {
    super('CONFIG_INVALID', message, details);
    this.name = 'DatabaseSettingsError';
  }
}

/** The database server cannot be reached now. */
export class DatabaseUnavailableError extends DomainError {
  constructor(message: string, details: DomainErrorDetails) {
    super('UNAVAILABLE', message, { retryAfter: 5, ...details });
    this.name = 'DatabaseUnavailableError';
  }
}

/** A statement of a migration failed; nothing of that migration is in the database. */
export class MigrationFailedError extends DomainError {
  constructor(message: string, details: DomainErrorDetails) {
    super('INTERNAL', message, details);
    this.name = 'MigrationFailedError';
  }
}

/** The migrations in the database are not a beginning of those the program brings. */
export class MigrationHistoryError extends DomainError {
  constructor(message: string, details: DomainErrorDetails) {
    super('CONFIG_INVALID', message, details);
    this.name = 'MigrationHistoryError';
  }
}

/** The role that serves requests could pass row-level security. */
export class AppRoleTooStrongError extends DomainError {
  constructor(message: string, details: DomainErrorDetails) {
    super('CONFIG_INVALID', message, details);
    this.name = 'AppRoleTooStrongError';
  }
}

/** `MEMHUB_SECRET_KEY`, or the file that stands for it, is missing or too weak. */
export class SecretKeyError extends DomainError {
  constructor(message: string, hint: string) {
    super('CONFIG_INVALID', message, { hint, path: ['MEMHUB_SECRET_KEY'] });
    this.name = 'SecretKeyError';
  }
}

/** Code of a failed system call (`EACCES`) or of a database error (`42P01`). */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
