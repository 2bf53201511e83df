import fc from 'fast-check';
import { CircuitBreaker, type CircuitBreakerSettings } from './circuit-breaker';
import { ModelError, type ModelErrorKind } from './model-error';

const SETTINGS: CircuitBreakerSettings = {
  failuresToOpen: 3,
  pauseMs: 1_000,
  longestPauseMs: 4_000,
  permanentPauseMs: 60_000,
};

function breakerAt(start = 0) {
  const clock = { now: start };
  const breaker = new CircuitBreaker(() => clock.now, SETTINGS);
  let calls = 0;
  const fail = (kind: ModelErrorKind, retryAfter?: number) =>
    breaker
      .run(() => {
        calls += 1;
        return Promise.reject(
          new ModelError(kind, 'it failed', retryAfter === undefined ? {} : { retryAfter }),
        );
      })
      .catch((error: unknown) => error);
  const succeed = () =>
    breaker.run(() => {
      calls += 1;
      return Promise.resolve('fine');
    });
  return { breaker, clock, fail, succeed, calls: () => calls };
}

describe('circuit breaker', () => {
  it.each(['timeout', 'rate_limited', 'outage'] as const)(
    'opens after three of %s in a row',
    async (kind) => {
      const { breaker, fail, succeed, calls } = breakerAt();
      await fail(kind);
      await fail(kind);
      expect(breaker.state.kind).toBe('closed');
      await fail(kind);
      expect(breaker.state.kind).toBe('open');
      await expect(succeed()).rejects.toMatchObject({ kind, retryAfter: 1 });
      expect(calls()).toBe(3);
    },
  );

  it('forgets failures at a success', async () => {
    const { breaker, fail, succeed } = breakerAt();
    await fail('outage');
    await fail('outage');
    await succeed();
    await fail('outage');
    await fail('outage');
    expect(breaker.state.kind).toBe('closed');
  });

  it('opens at once, and for longer, when waiting does not help', async () => {
    const { fail, succeed } = breakerAt();
    await fail('permanent');
    await expect(succeed()).rejects.toMatchObject({ kind: 'permanent', retryAfter: 60 });
  });

  it.each(['refused', 'bad_output'] as const)('stays closed for %s: the endpoint works', async (kind) => {
    const { breaker, fail } = breakerAt();
    for (let i = 0; i < 10; i += 1) await fail(kind);
    expect(breaker.state).toEqual({ kind: 'closed', failures: 0 });
  });

  it('keeps as long as the endpoint asked for', async () => {
    const { clock, fail, succeed, calls } = breakerAt();
    for (let i = 0; i < 3; i += 1) await fail('rate_limited', 30);
    clock.now += 29_999;
    await expect(succeed()).rejects.toMatchObject({ retryAfter: 1 });
    clock.now += 1;
    await expect(succeed()).resolves.toBe('fine');
    expect(calls()).toBe(4);
  });

  it('lets one call through after the pause and refuses the others meanwhile', async () => {
    const { breaker, clock, fail, succeed } = breakerAt();
    await fail('permanent');
    clock.now += 60_000;
    let finish: (value: string) => void = () => undefined;
    const probe = breaker.run(() => new Promise<string>((resolve) => (finish = resolve)));
    await expect(succeed()).rejects.toBeInstanceOf(ModelError);
    finish('back');
    await expect(probe).resolves.toBe('back');
    await expect(succeed()).resolves.toBe('fine');
  });

  it('doubles the pause with every failed probe, up to the longest', async () => {
    const { breaker, clock, fail } = breakerAt();
    for (let i = 0; i < 3; i += 1) await fail('outage');
    const pauses: number[] = [];
    for (let i = 0; i < 4; i += 1) {
      const { state } = breaker;
      if (state.kind !== 'open') throw new Error(`it is ${state.kind}`);
      pauses.push(state.until - clock.now);
      clock.now = state.until;
      await fail('outage');
    }
    expect(pauses).toEqual([1_000, 2_000, 4_000, 4_000]);
  });

  it('is ready for another probe when the caller of the first gave up', async () => {
    const { breaker, clock, fail, succeed } = breakerAt();
    await fail('permanent');
    clock.now += 60_000;
    await expect(breaker.run(() => Promise.reject(new Error('gave up')))).rejects.toThrow('gave up');
    await expect(succeed()).resolves.toBe('fine');
  });

  it('does not listen to calls that began before it opened', async () => {
    const { breaker, fail } = breakerAt();
    let finish: (value: string) => void = () => undefined;
    const late = breaker.run(() => new Promise<string>((resolve) => (finish = resolve)));
    await fail('permanent');
    finish('late');
    await late;
    expect(breaker.state.kind).toBe('open');
  });

  it('never calls while it is open, whatever came before', async () => {
    const kinds = fc.constantFrom<ModelErrorKind | 'ok'>(
      'ok',
      'timeout',
      'outage',
      'refused',
      'bad_output',
      'permanent',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(kinds, fc.nat({ max: 90_000 }))), async (steps) => {
        const { breaker, clock, fail, succeed, calls } = breakerAt();
        for (const [kind, wait] of steps) {
          clock.now += wait;
          const { state } = breaker;
          const before = calls();
          await (kind === 'ok' ? succeed().catch(() => undefined) : fail(kind));
          const refused = state.kind === 'open' && clock.now < state.until;
          expect(calls() - before).toBe(refused ? 0 : 1);
          expect(breaker.state.kind).not.toBe('probing');
        }
      }),
    );
  });
});
