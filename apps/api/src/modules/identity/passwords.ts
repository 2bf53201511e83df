import { Injectable } from '@nestjs/common';
import { DomainError } from '@memory-hub/contracts';
import { hash, verify } from '@node-rs/argon2';

/** OWASP's parameters for argon2id, which is the library's own choice: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Hashes at the same time; each takes tens of milliseconds of a core and its memory. */
const CONCURRENT = 2;
/** Sign-ins that may wait for their turn. */
const WAITING = 64;

/** Hashes and checks passwords, a few at a time, so that a flood of sign-ins does not starve everything else. */
@Injectable()
export class Passwords {
  private running = 0;
  private readonly queue: (() => void)[] = [];
  /** Hash of nothing anybody knows: a stranger's sign-in costs what a member's does. */
  private decoy: Promise<string> | null = null;

  async hash(password: string): Promise<string> {
    return this.inTurn(() => hash(password.normalize('NFKC'), COST));
  }

  /** Whether the password fits; with no hash (nobody of that name) it never does, at the same cost. */
  async fits(password: string, stored: string | null): Promise<boolean> {
    const against = stored ?? (await (this.decoy ??= this.hash(`${Math.random()}`)));
    const fits = await this.inTurn(() => verify(against, password.normalize('NFKC')));
    return fits && stored !== null;
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    await this.turn();
    try {
      return await work();
    } finally {
      this.running -= 1;
      this.queue.shift()?.();
    }
  }

  private async turn(): Promise<void> {
    if (this.queue.length >= WAITING)
      throw new DomainError('RATE_LIMITED', 'Too many people sign in at this moment.', {
        hint: 'Try again in a moment.',
        retryAfter: 2,
      });
    if (this.running >= CONCURRENT) await new Promise<void>((go) => this.queue.push(go));
    this.running += 1;
  }
}
