import { chainOf, type Layers } from './chain';

const layers: Layers = {
  persona: [
    { id: 'p1', links: ['s1', 's2'] },
    { id: 'p2', links: ['s2'] },
  ],
  scenes: [
    { id: 's1', links: ['c1'] },
    { id: 's2', links: ['c2'] },
  ],
  cards: [
    { id: 'c1', links: ['t1', 't2'] },
    { id: 'c2', links: ['t2'] },
  ],
  turns: [
    { id: 't1', links: [] },
    { id: 't2', links: [] },
  ],
};

describe('the chain of a memory', () => {
  it('leads from a card down to its words and up to the profile', () => {
    expect([...chainOf(layers, 'c1')].sort()).toEqual(['c1', 'p1', 's1', 't1', 't2']);
  });

  it('leads from a profile line down only', () => {
    expect([...chainOf(layers, 'p2')].sort()).toEqual(['c2', 'p2', 's2', 't2']);
  });

  it('leads from a turn to everything that was learned from it', () => {
    expect([...chainOf(layers, 't2')].sort()).toEqual(['c1', 'c2', 'p1', 'p2', 's1', 's2', 't2']);
  });

  it('is the node alone when nothing is linked', () => {
    expect([...chainOf({ persona: [], scenes: [], cards: [], turns: [] }, 'x')]).toEqual(['x']);
  });
});
