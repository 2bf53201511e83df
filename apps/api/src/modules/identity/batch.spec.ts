import { Batch } from './batch';

function recorder(): {
  batch: Batch<number>;
  written: Record<string, number>[];
  errors: unknown[];
  fail: { now: boolean };
} {
  const written: Record<string, number>[] = [];
  const errors: unknown[] = [];
  const fail = { now: false };
  const batch = new Batch<number>(
    async (entries) => {
      if (fail.now) throw new Error('no database');
      written.push(Object.fromEntries(entries));
    },
    (error) => errors.push(error),
  );
  return { batch, written, errors, fail };
}

describe('a batch', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('writes many facts at once, the newest of each key', async () => {
    const { batch, written } = recorder();
    batch.add('a', 1, 2_000);
    batch.add('b', 2, 2_000);
    batch.add('a', 3, 2_000);
    await jest.advanceTimersByTimeAsync(1_999);
    expect(written).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(written).toEqual([{ a: 3, b: 2 }]);
  });

  it('writes sooner when a fact is in a hurry', async () => {
    const { batch, written } = recorder();
    batch.add('a', 1, 2_000);
    batch.add('b', 2, 100);
    await jest.advanceTimersByTimeAsync(100);
    expect(written).toEqual([{ a: 1, b: 2 }]);
  });

  it('tells of a failure and goes on with what comes after it', async () => {
    const { batch, written, errors, fail } = recorder();
    fail.now = true;
    batch.add('a', 1, 0);
    await batch.flush();
    fail.now = false;
    batch.add('b', 2, 0);
    await batch.flush();
    expect(errors).toHaveLength(1);
    expect(written).toEqual([{ b: 2 }]);
  });
});
