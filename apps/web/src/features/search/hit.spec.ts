import { isBeside } from './hit';

const hit = {
  kind: 'TURN' as const,
  snippet: { highlights: [] },
  why: { keyword: null, meaning: null },
};

describe('a turn without a match of its own', () => {
  it('stands beside one that has', () => {
    expect(isBeside(hit)).toBe(true);
  });

  it('is not a turn that words, meaning or a phrase of signs found', () => {
    const found = [
      { ...hit, why: { keyword: { rank: 1 }, meaning: null } },
      { ...hit, why: { keyword: null, meaning: { rank: 1 } } },
      { ...hit, snippet: { highlights: [{ start: 0, end: 2 }] } },
    ];
    expect(found.map(isBeside)).toEqual([false, false, false]);
  });

  it('is nothing but a turn: other kinds have no conversation around them', () => {
    expect(isBeside({ ...hit, kind: 'CARD' })).toBe(false);
  });
});
