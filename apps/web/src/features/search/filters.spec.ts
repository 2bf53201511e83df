import { browsedBy, choicesOf, countFilters, toInput, type Filters } from './filters';

const NONE: Filters = {
  q: '重试',
  kind: [],
  space: [],
  agent: [],
  layer: [],
  tag: [],
  category: null,
  session: null,
  age: null,
  history: false,
  mode: null,
};
const NOON = Date.parse('2026-11-30T12:00:00Z');

describe('the question to the hub', () => {
  it('names only what narrows it', () => {
    expect(toInput(NONE, NOON)).toEqual({ text: '重试' });
    expect(toInput({ ...NONE, mode: 'HYBRID' }, NOON)).toEqual({ text: '重试' });
  });

  it('carries every filter under the hub’s name', () => {
    const all: Filters = {
      ...NONE,
      kind: ['CARD'],
      space: ['space_1'],
      agent: ['agent_1'],
      layer: ['L1'],
      tag: ['支付'],
      category: 'conventions',
      session: 's-1',
      age: '7',
      history: true,
      mode: 'KEYWORD',
    };
    expect(toInput(all, NOON)).toEqual({
      text: '重试',
      kinds: ['CARD'],
      spaceIds: ['space_1'],
      agentIds: ['agent_1'],
      layers: ['L1'],
      tags: ['支付'],
      category: 'conventions',
      sessionId: 's-1',
      after: '2026-11-23T00:00:00.000Z',
      includeHistory: true,
      mode: 'KEYWORD',
    });
    expect(countFilters(all)).toBe(8);
  });

  it('is the same all day long', () => {
    const recent: Filters = { ...NONE, age: '30' };
    expect(toInput(recent, NOON)).toEqual(toInput(recent, NOON + 3_600_000));
  });
});

describe('the values of a filter', () => {
  const facets = [
    { field: 'spaceId', value: 'space_1', label: 'Billing', count: 3 },
    { field: 'kind', value: 'CARD', label: 'Card', count: 2 },
  ];

  it('are those that the hub counted', () => {
    expect(choicesOf('space', facets, NONE)).toEqual([
      { value: 'space_1', label: 'Billing', count: 3, on: false },
    ]);
  });

  it('keep a chosen value that no result has, so it can be dropped', () => {
    expect(choicesOf('space', facets, { ...NONE, space: ['space_9'] })).toContainEqual({
      value: 'space_9',
      label: 'space_9',
      count: null,
      on: true,
    });
  });
});

describe('filters without words', () => {
  const none: Filters = { ...NONE, q: ' ' };

  it('list the cards of an agent, its scenes, and its sessions', () => {
    const agent = ['agent_1'];
    expect(browsedBy({ ...none, agent })).toBe('CARD');
    expect(browsedBy({ ...none, agent, layer: ['L1'], category: 'plans' })).toBe('CARD');
    expect(browsedBy({ ...none, agent, layer: ['L2'] })).toBe('SCENE');
    expect(browsedBy({ ...none, agent, layer: ['L0'] })).toBe('TURN');
  });

  it('list cards and sessions of everything that may be read', () => {
    expect(browsedBy({ ...none, layer: ['L1'] })).toBe('CARD');
    expect(browsedBy({ ...none, layer: ['L0'] })).toBe('TURN');
  });

  it.each<Partial<Filters>>([
    {},
    { layer: ['L2'] },
    { layer: ['L3'], agent: ['agent_1'] },
    { layer: ['L0', 'L1'] },
    { agent: ['agent_1', 'agent_2'] },
    { agent: ['agent_1'], tag: ['food'] },
    { agent: ['agent_1'], session: 's-1' },
    { agent: ['agent_1'], layer: ['L0'], category: 'plans' },
    { agent: ['agent_1'], q: 'tea' },
  ])('list nothing where the hub has no such list: %j', (filters) => {
    expect(browsedBy({ ...none, ...filters })).toBeNull();
  });
});
