import type { LanguageModel } from './language-model';
import { ModelError } from './model-error';

export interface CircuitBreakerSettings {
  /** Retryable failures in a row that open it. */
  readonly failuresToOpen: number;
  /** First pause; it doubles with every failed probe. */
  readonly pauseMs: number;
  readonly longestPauseMs: number;
  /** Pause after a failure that does not pass by itself, such as a wrong key. */
  readonly permanentPauseMs: number;
}

export const DEFAULT_BREAKER: CircuitBreakerSettings = {
  failuresToOpen: 3,
  pauseMs: 5_000,
  longestPauseMs: 10 * 60_000,
  permanentPauseMs: 5 * 60_000,
};

export type BreakerState =
  | { readonly kind: 'closed'; readonly failures: number }
  | { readonly kind: 'open'; readonly until: number; readonly openings: number; readonly cause: ModelError }
  /** One call is on its way to see whether it works again; all others are refused. */
  | { readonly kind: 'probing'; readonly openings: number; readonly cause: ModelError };

/** Keeps calls from an endpoint that is down, so that nobody waits for its time-out. Times in ms of the given clock. */
export class CircuitBreaker {
  private current: BreakerState = { kind: 'closed', failures: 0 };

  constructor(
    private readonly now: () => number,
    private readonly settings: CircuitBreakerSettings = DEFAULT_BREAKER,
  ) {}

  get state(): BreakerState {
    return this.current;
  }

  /** @throws ModelError of the kind that opened it, without calling, while it is open. */
  async run<T>(call: () => Promise<T>): Promise<T> {
    const before = this.current;
    const probing = this.enter();
    try {
      const result = await call();
      this.succeed(probing);
      return result;
    } catch (error) {
      this.fail(error, probing, before);
      throw error;
    }
  }

  /** Lets the call through or refuses it; true when it is the probe. */
  private enter(): boolean {
    const state = this.current;
    if (state.kind === 'closed') return false;
    if (state.kind === 'open' && this.now() >= state.until) {
      this.current = { kind: 'probing', openings: state.openings, cause: state.cause };
      return true;
    }
    const wait = state.kind === 'open' ? state.until - this.now() : this.settings.pauseMs;
    throw new ModelError(state.cause.kind, `The language model is paused: ${state.cause.message}`, {
      retryAfter: Math.max(1, Math.ceil(wait / 1000)),
    });
  }

  private succeed(probing: boolean): void {
    if (probing || this.current.kind === 'closed') this.current = { kind: 'closed', failures: 0 };
  }

  private fail(error: unknown, probing: boolean, before: BreakerState): void {
    // Calls from before it opened come back late; what they say is known already.
    if (!probing && this.current.kind !== 'closed') return;
    if (!(error instanceof ModelError)) {
      // The caller gave up, or a fault of our own: that says nothing about the endpoint.
      if (probing) this.current = before;
      return;
    }
    if (!error.retryable && error.kind !== 'permanent') {
      this.succeed(probing);
      return;
    }
    const openings = probing && before.kind === 'open' ? before.openings + 1 : 1;
    const failures = this.current.kind === 'closed' ? this.current.failures + 1 : 0;
    const opens = probing || error.kind === 'permanent' || failures >= this.settings.failuresToOpen;
    this.current = opens
      ? { kind: 'open', until: this.now() + this.pause(error, openings), openings, cause: error }
      : { kind: 'closed', failures };
  }

  private pause(error: ModelError, openings: number): number {
    const { pauseMs, longestPauseMs, permanentPauseMs } = this.settings;
    const doubled = Math.min(longestPauseMs, pauseMs * 2 ** (openings - 1));
    return Math.max(error.kind === 'permanent' ? permanentPauseMs : doubled, (error.retryAfter ?? 0) * 1000);
  }
}

/** The same model behind a breaker. */
export function withCircuitBreaker(model: LanguageModel, breaker: CircuitBreaker): LanguageModel {
  return { id: model.id, complete: (request) => breaker.run(() => model.complete(request)) };
}
