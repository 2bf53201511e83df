import { LegTimeout, within } from './deadline';

describe('a deadline', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('gives what came in time and leaves no timer behind', async () => {
    await expect(within(1_000, Promise.resolve('here'))).resolves.toBe('here');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('passes faults on', async () => {
    await expect(within(1_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('ends the wait for what does not come', async () => {
    const waiting = within(1_000, new Promise(() => undefined));
    jest.advanceTimersByTime(1_000);
    await expect(waiting).rejects.toBeInstanceOf(LegTimeout);
  });
});
