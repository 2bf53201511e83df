import { touchedBy } from './keys';
import { readEvent } from './live';

describe('a line of the event stream', () => {
  it('is read by the type in its body', () => {
    expect(readEvent('message', '{"type":"inbox.changed","id":"space_1"}')).toEqual({
      type: 'inbox.changed',
      id: 'space_1',
    });
  });

  it('takes the name of the event when the body has none', () => {
    expect(readEvent('agent.connected', '{"id":"agent_1"}')).toEqual({
      type: 'agent.connected',
      id: 'agent_1',
    });
  });

  it('is nothing when it is broken or not for us', () => {
    expect(
      ['', '{', '[]', '1', 'null', '{"type":"inbox.changed"}'].map((body) => readEvent('message', body)),
    ).toEqual(Array(6).fill(null));
  });
});

describe('what an event makes old', () => {
  it('is the proposal, the lists it stands in and the count in the rail', () => {
    expect(touchedBy({ type: 'proposal.changed', id: 'proposal_1' })).toEqual(
      expect.arrayContaining([['proposal', 'proposal_1'], ['inbox'], ['shell']]),
    );
  });

  it('is what was learned, when the memory of an agent changed', () => {
    expect(touchedBy({ type: 'memory.changed', id: 'agent_1' })).toEqual([['browse'], ['agent', 'agent_1']]);
  });

  it('is nothing for an event of a later version', () => {
    expect(touchedBy({ type: 'wiki.changed', id: 'wiki_1' })).toEqual([]);
  });
});
