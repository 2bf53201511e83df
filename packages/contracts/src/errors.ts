import { ERROR_CODES, type ErrorCode } from './error-codes';

/** Where in the caller's input the fault is: field names and list positions, outermost first. */
export type ErrorPath = readonly (string | number)[];

/** Extra facts of an error. None of them may carry content that the caller might not read. */
export interface DomainErrorDetails {
  /** What the caller can do about it, one sentence. */
  readonly hint?: string;
  /** The field of the input that is at fault. */
  readonly path?: ErrorPath;
  /** Seconds after which the same call may succeed. */
  readonly retryAfter?: number;
  /** Values for the translated message; only numbers, names of fields and limits. */
  readonly params?: Readonly<Record<string, string | number>>;
  readonly cause?: unknown;
}

/** The one error type that crosses a module's border. Edges map its code to GraphQL, MCP, HTTP and exit codes. */
export class DomainError extends Error {
  readonly hint: string | undefined;
  readonly path: ErrorPath;
  readonly retryAfter: number | undefined;
  readonly params: Readonly<Record<string, string | number>>;

  constructor(
    readonly code: ErrorCode,
    message: string,
    details: DomainErrorDetails = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'DomainError';
    this.hint = details.hint;
    this.path = details.path ?? [];
    this.retryAfter = details.retryAfter;
    this.params = details.params ?? {};
  }

  /** HTTP status that stands for this code where a protocol needs one. */
  get status(): number {
    return ERROR_CODES[this.code].status;
  }
}

/** A field of the input is wrong. `message` says what is wrong, `hint` what would be right. */
export function invalidInput(path: ErrorPath, message: string, hint?: string): DomainError {
  return new DomainError('VALIDATION_FAILED', message, { path, ...(hint === undefined ? {} : { hint }) });
}

/** Hidden and missing are the same error on purpose: same code, message, shape. */
export function notFound(subject: string): DomainError {
  return new DomainError('NOT_FOUND', `This ${subject} does not exist, or you may not see it.`, {
    hint: 'Check the id, or ask an admin of the space for access.',
    params: { subject },
  });
}
