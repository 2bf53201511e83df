import { reasonOf } from './reason';

describe('the reason why nothing was found', () => {
  const answer = { mode: 'HYBRID', asked: 'HYBRID', degraded: [] } as const;

  it('is that a way of searching is missing, before anything else', () => {
    const degraded = [{ leg: 'meaning', reason: 'loading', message: 'Loading.' }];
    expect(reasonOf({ ...answer, mode: 'KEYWORD', degraded }, 2)).toBe('part');
  });

  it('is not a missing way of searching when there were no words to search for', () => {
    expect(reasonOf({ ...answer, mode: 'NONE' }, 0)).toBe('noWords');
  });

  it('is a filter, or the one way that was asked for', () => {
    expect(reasonOf(answer, 1)).toBe('narrowed');
    expect(reasonOf({ ...answer, mode: 'KEYWORD', asked: 'KEYWORD' }, 0)).toBe('oneAsked');
    expect(reasonOf(answer, 0)).toBe('both');
  });
});
