import { DomainError } from '@memory-hub/contracts';
import { isRetryable, isUniqueViolation, mapDatabaseError } from './database-error';

const hidden = (cause: object): Error =>
  Object.assign(new Error('Raw query failed'), {
    code: 'P2010',
    meta: { driverAdapterError: Object.assign(new Error('x'), { cause }) },
  });

describe('errors of the database', () => {
  it.each([
    ['a refused connection', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
    ['a server that stops', Object.assign(new Error('x'), { code: '57P01' })],
    [
      'what Prisma hides in its driver error',
      hidden({ kind: 'DatabaseNotReachable', host: '127.0.0.1', port: 1 }),
    ],
    ['a closed connection', hidden({ kind: 'ConnectionClosed' })],
    ['too many connections', hidden({ kind: 'TooManyConnections' })],
    ['a lost connection without a code', new Error('Connection terminated unexpectedly')],
    [
      'a cause further down',
      new Error('outer', {
        cause: new Error('inner', { cause: Object.assign(new Error('x'), { code: '08006' }) }),
      }),
    ],
  ])('are an outage with a time to come back: %s', (_what, error) => {
    expect(mapDatabaseError(error)).toMatchObject({
      code: 'UNAVAILABLE',
      retryAfter: expect.any(Number) as number,
    });
  });

  it('say when the disk is full', () => {
    expect(mapDatabaseError(Object.assign(new Error('x'), { code: '53100' }))).toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('disk') as string,
    });
  });

  it('stay what they are when they are no outage', () => {
    const bug = Object.assign(new Error('column "x" does not exist'), { code: '42703' });
    expect(mapDatabaseError(bug)).toBe(bug);
    const ours = new DomainError('NOT_FOUND', 'x');
    expect(mapDatabaseError(ours)).toBe(ours);
    expect(mapDatabaseError('text')).toBe('text');
    expect(mapDatabaseError(null)).toBeNull();
  });

  it('tell what may be tried again and what was there already', () => {
    expect(isRetryable(hidden({ kind: 'TransactionWriteConflict' }))).toBe(true);
    expect(isRetryable(hidden({ kind: 'postgres', originalCode: '40P01' }))).toBe(true);
    expect(isRetryable(hidden({ kind: 'postgres', originalCode: '23505' }))).toBe(false);
    expect(isUniqueViolation(hidden({ kind: 'postgres', originalCode: '23505' }))).toBe(true);
    expect(isUniqueViolation(Object.assign(new Error('x'), { code: 'P2002' }))).toBe(true);
  });
});
