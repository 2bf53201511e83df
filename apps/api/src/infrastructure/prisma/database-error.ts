import { DomainError } from '@memory-hub/contracts';

/** SQLSTATE classes and driver codes that mean the server is not there, or not for us, right now. */
const OUTAGE = new Set([
  'ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037',
  '08000', '08001', '08003', '08006', '53300', '57P01', '57P02', '57P03',
]); // prettier-ignore
/** What Prisma's adapter calls the same, where it hides the code. */
const OUTAGE_KINDS = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
  'TlsConnectionError',
]);
const DISK_FULL = new Set(['53100', 'ENOSPC']);
const RETRYABLE = new Set(['40001', '40P01', 'P2034']);
const OUTAGE_TEXT =
  /can't reach database server|terminat\w+ (the )?connection|connection terminated|server closed the connection|timeout exceeded when trying to connect|the database system is (starting up|shutting down|in recovery mode)|cannot connect now|Connection ended/i;

/** True when the same transaction may succeed if it is run again: a deadlock or a serialisation failure. */
export function isRetryable(error: unknown): boolean {
  return codesOf(error).some((code) => RETRYABLE.has(code));
}

/** True when the row of a unique key was there already. */
export function isUniqueViolation(error: unknown): boolean {
  return codesOf(error).some((code) => code === '23505' || code === 'P2002');
}

/** An outage becomes UNAVAILABLE with a time to come back; everything else stays what it is. */
export function mapDatabaseError(error: unknown): unknown {
  if (error instanceof DomainError) return error;
  const codes = codesOf(error);
  if (codes.some((code) => DISK_FULL.has(code)))
    return new DomainError('UNAVAILABLE', 'The disk of the database is full; nothing was written.', {
      hint: 'Free space on the disk of the database. Reading still works.',
      retryAfter: 30,
      cause: error,
    });
  if (codes.some((code) => OUTAGE.has(code)) || OUTAGE_TEXT.test(textOf(error)))
    return new DomainError('UNAVAILABLE', 'The database does not answer; nothing was written.', {
      hint: 'Try again in a moment.',
      retryAfter: 2,
      cause: error,
    });
  return error;
}

/** Codes on the error and on what caused it; Prisma hides the SQLSTATE in `meta` and in its driver error. */
function codesOf(error: unknown, depth = 0): string[] {
  if (typeof error !== 'object' || error === null || depth > 5) return [];
  const found: string[] = [];
  for (const [name, value] of Object.entries(describe(error))) {
    if ((name === 'code' || name === 'originalCode') && typeof value === 'string') found.push(value);
    else if (name === 'kind' && value === 'TransactionWriteConflict') found.push('40001');
    else if (name === 'kind' && typeof value === 'string' && OUTAGE_KINDS.has(value)) found.push('08006');
    else if (name === 'cause' || name === 'meta' || name === 'driverAdapterError')
      found.push(...codesOf(value, depth + 1));
  }
  return found;
}

function describe(error: object): Record<string, unknown> {
  return { ...error, ...('cause' in error ? { cause: error.cause } : {}) };
}

function textOf(error: unknown): string {
  return error instanceof Error ? `${error.message} ${textOf(error.cause)}` : '';
}
