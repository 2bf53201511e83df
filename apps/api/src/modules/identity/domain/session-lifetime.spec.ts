import { ABSOLUTE_MS, expiryOf, IDLE_MS, isSessionLive } from './session-lifetime';

const start = new Date('2026-11-30T08:00:00Z');
const after = (ms: number): Date => new Date(start.getTime() + ms);

describe('the life of a session', () => {
  it('ends after twelve idle hours', () => {
    const times = { lastSeenAt: start, expiresAt: expiryOf(start) };
    expect(isSessionLive(times, after(IDLE_MS - 1))).toBe(true);
    expect(isSessionLive(times, after(IDLE_MS))).toBe(false);
  });

  it('ends after seven days, also when it is used all the time', () => {
    const expiresAt = expiryOf(start);
    expect(isSessionLive({ lastSeenAt: after(ABSOLUTE_MS - 1), expiresAt }, after(ABSOLUTE_MS - 1))).toBe(
      true,
    );
    expect(isSessionLive({ lastSeenAt: after(ABSOLUTE_MS - 1), expiresAt }, after(ABSOLUTE_MS))).toBe(false);
  });
});
