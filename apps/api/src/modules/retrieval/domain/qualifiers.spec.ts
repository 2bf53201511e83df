import { parseQuery } from '@memory-hub/retrieval';
import fc from 'fast-check';
import { NO_NAMES, withQualifiers } from './qualifiers';
import type { RetrievalQuery } from './retrieval-query';
import { SEARCH_KINDS } from './indexed-item';

const now = new Date('2026-06-01T12:00:00Z');
const read = (text: string, query: Partial<RetrievalQuery> = {}, names = NO_NAMES) =>
  withQualifiers({ text, limit: 10, ...query }, parseQuery(text, { now, zone: 'UTC' }).filters, names);

describe('qualifiers in a query', () => {
  it('leave a query without any as it is', () => {
    expect(JSON.parse(JSON.stringify(read('plain words')))).toEqual({ text: 'plain words', limit: 10 });
  });

  it('hold together with the filters of the query', () => {
    expect(read('x layer:L0', { layers: ['L1'] }).layers).toEqual([]);
    expect(read('x kind:memory', { kinds: ['card', 'turn'] }).kinds).toEqual(['card']);
    expect(read('x tag:a', { tags: ['b'] }).tags).toEqual(['b', 'a']);
    expect(read('x lang:zh-CN').languages).toEqual(['zh']);
    const after = new Date('2026-03-01T00:00:00Z');
    expect(read('x after:2026-01-01', { after }).after).toEqual(after);
    expect(read('x after:2026-05-01', { after }).after).toEqual(new Date('2026-05-01T00:00:00Z'));
    expect(read('x before:2026-05-01', { before: after }).before).toEqual(after);
  });

  it('with a name that nobody knows leave nothing to find', () => {
    expect(read('x space:nowhere agent:nobody by:nobody session:none')).toMatchObject({
      spaceIds: [],
      agentIds: [],
      authorIds: [],
      conversationIds: [],
    });
    expect(
      read('x space:here', { spaceIds: ['one', 'two'] }, { ...NO_NAMES, spaces: ['two', 'three'] }).spaceIds,
    ).toEqual(['two']);
  });

  it('never widen what the query allows', () => {
    const kinds = fc.subarray([...SEARCH_KINDS]);
    const words = fc
      .subarray(['kind:card', 'kind:skill', 'kind:memory', 'kind:turn', 'layer:L0', 'x'])
      .map((parts) => parts.join(' '));
    fc.assert(
      fc.property(kinds, words, (allowed, text) => {
        expect(allowed).toEqual(expect.arrayContaining([...(read(text, { kinds: allowed }).kinds ?? [])]));
      }),
    );
  });
});
