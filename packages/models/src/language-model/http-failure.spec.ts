import { httpFailure, retrySeconds } from './http-failure';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const fail = (status: number, code?: string, headers: Record<string, string> = {}) =>
  httpFailure({ status, headers: new Headers(headers), body: JSON.stringify({ error: { code } }) }, NOW);

describe('status of an endpoint', () => {
  it.each([
    [408, undefined, 'outage', true],
    [429, undefined, 'rate_limited', true],
    [429, 'insufficient_quota', 'permanent', false],
    [500, undefined, 'outage', true],
    [529, 'overloaded_error', 'outage', true],
    [400, 'context_length_exceeded', 'refused', false],
    [413, undefined, 'refused', false],
    [401, 'invalid_api_key', 'permanent', false],
    [402, undefined, 'permanent', false],
    [403, undefined, 'permanent', false],
    [404, 'model_not_found', 'permanent', false],
    [302, undefined, 'permanent', false],
  ] as const)('%d %s means %s', (status, code, kind, retryable) => {
    expect(fail(status, code)).toMatchObject({ kind, retryable, httpStatus: status });
  });

  it('names the code, but nothing else that the endpoint says', () => {
    const body = JSON.stringify({ error: { code: 'invalid_api_key', message: 'Key sk-1 of Ann is wrong' } });
    const error = httpFailure({ status: 401, headers: new Headers(), body }, NOW);
    expect(error.message).toBe("The language model's endpoint answered 401 (invalid_api_key).");
    const shifty = JSON.stringify({ error: { code: 'sk-1 is wrong' } });
    expect(httpFailure({ status: 401, headers: new Headers(), body: shifty }, NOW).message).not.toContain(
      'sk-1',
    );
  });

  it.each(['', '<html>', '[]', 'null', '{"error":"broken"}', '{"error":{"code":7}}'])(
    'understands the status when the body is %j',
    (body) => {
      expect(httpFailure({ status: 503, headers: new Headers(), body }, NOW).kind).toBe('outage');
    },
  );
});

describe('time to wait', () => {
  it.each([
    ['seconds', { 'retry-after': '7' }, 7],
    ['a date', { 'retry-after': 'Sun, 01 Mar 2026 12:00:42 GMT' }, 42],
    ['milliseconds', { 'retry-after-ms': '1500', 'retry-after': '9' }, 2],
    ['a date that is over', { 'retry-after': 'Sun, 01 Mar 2026 11:00:00 GMT' }, 1],
    ['more than an hour', { 'retry-after': '999999' }, 3_600],
    ['nonsense', { 'retry-after': 'soon' }, 10],
    ['nothing', {}, 10],
  ])('is understood as %s', (_name, headers, seconds) => {
    expect(retrySeconds(new Headers(headers), NOW)).toBe(seconds);
  });
});
