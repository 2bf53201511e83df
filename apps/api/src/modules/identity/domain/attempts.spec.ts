import { attemptsAt } from './attempts';

const limit = { attempts: 3, windowMs: 60_000 };

describe('counting attempts', () => {
  it('allows as many as the limit says', () => {
    expect(attemptsAt([], limit, 0).retryAfter).toBe(0);
    expect(attemptsAt([1_000, 2_000], limit, 3_000).retryAfter).toBe(0);
  });

  it('says how long to wait for the oldest attempt to leave the window', () => {
    expect(attemptsAt([1_000, 2_000, 3_000], limit, 4_000).retryAfter).toBe(57);
    expect(attemptsAt([1_000, 2_000, 3_000], limit, 60_999).retryAfter).toBe(1);
    expect(attemptsAt([1_000, 2_000, 3_000], limit, 61_000)).toEqual({
      counted: [2_000, 3_000],
      retryAfter: 0,
    });
  });
});
