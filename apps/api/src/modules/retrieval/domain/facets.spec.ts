import { facetsOf } from './facets';

const hit = (tags: string[], agentId: string | null = null) =>
  ({ kind: 'card', layer: 'L1', spaceId: 's', agentId, tags }) as const;

describe('facets', () => {
  it('count the values of the hits, most frequent first', () => {
    expect(facetsOf([hit(['a', 'b'], 'g'), hit(['b'])])).toEqual(
      [
        { field: 'kind', value: 'card', count: 2 },
        { field: 'layer', value: 'L1', count: 2 },
        { field: 'space', value: 's', count: 2 },
        { field: 'tag', value: 'b', count: 2 },
        { field: 'tag', value: 'a', count: 1 },
        { field: 'agent', value: 'g', count: 1 },
      ].sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1)),
    );
  });

  it('show twenty values of a field', () => {
    const tags = Array.from({ length: 30 }, (_nothing, index) => `t${index}`);
    expect(facetsOf([hit(tags)]).filter(({ field }) => field === 'tag')).toHaveLength(20);
  });
});
