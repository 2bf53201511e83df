import { pino } from 'pino';
import { Cleanup } from './cleanup';

describe('cleaning up', () => {
  const log = pino({ level: 'silent' });

  it('goes in the opposite order, once, and does not stop at a part that fails', async () => {
    const order: string[] = [];
    const cleanup = new Cleanup();
    cleanup.add('first', async () => order.push('first'));
    cleanup.add('second', () => Promise.reject(new Error('stuck')));
    cleanup.add('third', async () => order.push('third'));
    await cleanup.run(log);
    await cleanup.run(log);
    expect(order).toEqual(['third', 'first']);
  });

  it('leaves a part behind that does not end, and stops what stands under it', async () => {
    jest.useFakeTimers();
    const order: string[] = [];
    const cleanup = new Cleanup();
    cleanup.add('under it', async () => order.push('under it'));
    cleanup.add('stuck', () => new Promise(() => undefined), 25_000);
    const done = cleanup.run(log);
    await jest.advanceTimersByTimeAsync(24_999);
    expect(order).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    await done;
    expect(order).toEqual(['under it']);
    jest.useRealTimers();
  });
});
