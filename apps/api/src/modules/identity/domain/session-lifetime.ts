const HOUR_MS = 3_600_000;
/** A session that nobody uses for this long has ended. */
export const IDLE_MS = 12 * HOUR_MS;
/** No session lasts longer, however much it is used. */
export const ABSOLUTE_MS = 7 * 24 * HOUR_MS;

export interface SessionTimes {
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
}

/** When a session that begins now ends at the latest. */
export function expiryOf(now: Date): Date {
  return new Date(now.getTime() + ABSOLUTE_MS);
}

export function isSessionLive({ lastSeenAt, expiresAt }: SessionTimes, now: Date): boolean {
  return now < expiresAt && now.getTime() - lastSeenAt.getTime() < IDLE_MS;
}
