import { DomainError } from '@memory-hub/contracts';

/** Calls of one key, and of all, that only wait. */
const OF_ONE = 16;
const OF_ALL = 1_024;

/** Counts calls that wait for something else; they hold no place among those that are worked on. */
export class WaitingCalls {
  private readonly counts = new Map<string, number>();
  private all = 0;

  /** @throws DomainError RATE_LIMITED when this key, or everybody together, waits in too many calls already */
  async wait<T>(key: string, call: () => Promise<T>): Promise<T> {
    const own = this.counts.get(key) ?? 0;
    if (own >= OF_ONE || this.all >= OF_ALL)
      throw new DomainError('RATE_LIMITED', `${OF_ONE} calls of a key may wait at the same time.`, {
        hint: 'Wait for one of them to end.',
        retryAfter: 2,
      });
    this.counts.set(key, own + 1);
    this.all += 1;
    try {
      return await call();
    } finally {
      this.all -= 1;
      const left = (this.counts.get(key) ?? 1) - 1;
      if (left === 0) this.counts.delete(key);
      else this.counts.set(key, left);
    }
  }
}
