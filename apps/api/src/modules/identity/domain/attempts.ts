/** Attempts allowed in a sliding window. */
export interface AttemptLimit {
  readonly attempts: number;
  readonly windowMs: number;
}

/** The attempts of a window that still count, and how long until the next one is allowed. */
export interface AttemptState {
  readonly counted: readonly number[];
  /** Seconds to wait; 0 when an attempt is allowed now. */
  readonly retryAfter: number;
}

/** Looks at earlier attempts (milliseconds, oldest first) as of now. */
export function attemptsAt(earlier: readonly number[], limit: AttemptLimit, nowMs: number): AttemptState {
  const counted = earlier.filter((at) => at > nowMs - limit.windowMs);
  const oldest = counted[counted.length - limit.attempts];
  const retryAfter =
    oldest === undefined ? 0 : Math.max(1, Math.ceil((oldest + limit.windowMs - nowMs) / 1_000));
  return { counted, retryAfter };
}
