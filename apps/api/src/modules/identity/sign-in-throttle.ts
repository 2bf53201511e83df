import { Injectable } from '@nestjs/common';
import { DomainError } from '@memory-hub/contracts';
import { attemptsAt, type AttemptLimit } from './domain/attempts';

const PER_ACCOUNT: AttemptLimit = { attempts: 5, windowMs: 60_000 };
const PER_ADDRESS: AttemptLimit = { attempts: 20, windowMs: 60_000 };
const KEYS = 50_000;

/**
 * Counts failed sign-ins of this process per account and per address. An attempt counts from its start, so that many
 * at once do not slip through; one that succeeds is taken back.
 */
@Injectable()
export class SignInThrottle {
  private readonly attempts = new Map<string, number[]>();

  /**
   * Counts an attempt and gives the function that takes it back.
   * @throws DomainError RATE_LIMITED with the seconds to wait
   */
  begin(account: string, address: string, now: Date): () => void {
    const keys = [`account ${account}`, `address ${address}`] as const;
    const waits = [this.wait(keys[0], PER_ACCOUNT, now), this.wait(keys[1], PER_ADDRESS, now)];
    const retryAfter = Math.max(...waits);
    if (retryAfter > 0)
      throw new DomainError('RATE_LIMITED', 'Too many failed sign-ins.', {
        hint: `Try again in ${retryAfter} s.`,
        retryAfter,
      });
    for (const key of keys) this.count(key, now.getTime());
    return () => keys.forEach((key) => this.takeBack(key, now.getTime()));
  }

  private wait(key: string, limit: AttemptLimit, now: Date): number {
    const { counted, retryAfter } = attemptsAt(this.attempts.get(key) ?? [], limit, now.getTime());
    if (counted.length === 0) this.attempts.delete(key);
    else this.attempts.set(key, [...counted]);
    return retryAfter;
  }

  private count(key: string, at: number): void {
    const oldest = this.attempts.size >= KEYS ? this.attempts.keys().next().value : undefined;
    if (oldest !== undefined) this.attempts.delete(oldest);
    this.attempts.set(key, [...(this.attempts.get(key) ?? []), at]);
  }

  private takeBack(key: string, at: number): void {
    const left = [...(this.attempts.get(key) ?? [])];
    const index = left.indexOf(at);
    if (index >= 0) left.splice(index, 1);
    if (left.length === 0) this.attempts.delete(key);
    else this.attempts.set(key, left);
  }
}
