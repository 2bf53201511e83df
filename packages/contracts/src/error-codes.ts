/** The one catalogue of error codes. `exit` is the exit code of the command line. */
export const ERROR_CODES = {
  UNAUTHENTICATED: { status: 401, exit: 4 },
  FORBIDDEN: { status: 403, exit: 4 },
  NOT_FOUND: { status: 404, exit: 5 },
  VALIDATION_FAILED: { status: 400, exit: 2 },
  LIMIT_EXCEEDED: { status: 413, exit: 2 },
  CONFLICT: { status: 409, exit: 6 },
  IDEMPOTENCY_CONFLICT: { status: 409, exit: 6 },
  STALE_REVISION: { status: 409, exit: 6 },
  INVALID_TRANSITION: { status: 409, exit: 6 },
  SELF_APPROVAL: { status: 403, exit: 4 },
  CHECKS_FAILED: { status: 409, exit: 6 },
  CHECKS_PENDING: { status: 409, exit: 6 },
  NOT_APPROVED: { status: 409, exit: 6 },
  LAST_ADMIN: { status: 409, exit: 6 },
  LINK_USED: { status: 410, exit: 4 },
  OFF_THE_RECORD: { status: 409, exit: 6 },
  TASK_PARKED: { status: 500, exit: 1 },
  RATE_LIMITED: { status: 429, exit: 7 },
  MODEL_UNAVAILABLE: { status: 503, exit: 7 },
  UNAVAILABLE: { status: 503, exit: 7 },
  CONFIG_INVALID: { status: 500, exit: 3 },
  INTERNAL: { status: 500, exit: 1 },
} as const satisfies Record<string, { status: number; exit: number }>;

export type ErrorCode = keyof typeof ERROR_CODES;
