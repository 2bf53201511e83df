import { isWholeToken } from './one-time-token';

describe('the token of a one-time link', () => {
  it('is whole as the hub makes it', () => {
    expect(isWholeToken('aB3_-'.repeat(9).slice(0, 43))).toBe(true);
  });

  it.each(['', 'aB3', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}!`, `${'a'.repeat(42)} `])(
    'is not whole when it was cut, or more was copied with it: %j',
    (token) => {
      expect(isWholeToken(token)).toBe(false);
    },
  );
});
