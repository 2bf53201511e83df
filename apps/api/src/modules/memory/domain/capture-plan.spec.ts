import fc from 'fast-check';
import { alreadyStored, planTurns, withKnownNeighbours, type GivenTurn } from './capture-plan';

const turn = (content: string, more: Partial<GivenTurn> = {}): GivenTurn => ({
  role: 'user', speaker: 'Ann', content, occurredAt: null, clientTurnId: null, toolCalls: null, replaced: 0, ...more,
}); // prettier-ignore

describe('the identity of a turn', () => {
  it('is the id of the client when there is one', () => {
    const [first, second] = planTurns([turn('a', { clientTurnId: '1' }), turn('a', { clientTurnId: '2' })]);
    expect(first?.identity).not.toBe(second?.identity);
  });

  it('is words and time otherwise, and the same words in the same moment stay two', () => {
    const at = new Date(0);
    const call = [
      turn('ok', { occurredAt: at }),
      turn('ok', { occurredAt: at }),
      turn('ok', { occurredAt: new Date(1) }),
    ];
    const identities = planTurns(call).map((planned) => planned.identity);
    expect(new Set(identities).size).toBe(3);
    expect(planTurns(call).map((planned) => planned.identity)).toEqual(identities);
  });

  it('keeps speaker and words apart', () => {
    const at = new Date(0);
    const [a] = planTurns([turn('bc', { speaker: 'a', occurredAt: at })]);
    const [b] = planTurns([turn('c', { speaker: 'ab', occurredAt: at })]);
    expect(a?.identity).not.toBe(b?.identity);
  });
});

describe('alreadyStored', () => {
  const letters = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
  const turns = (words: readonly string[]): { hash: string }[] => words.map((hash) => ({ hash }));
  const again = (call: readonly string[], stored: readonly string[]): string[] =>
    alreadyStored(call, {
      head: turns(stored.slice(0, call.length)),
      tail: turns(call.length === 0 ? [] : stored.slice(-call.length)),
    }).map(({ hash }) => hash);

  it('finds the whole call again when it was stored last', () => {
    fc.assert(fc.property(letters, letters, (before, call) => {
      expect(again(call, [...before, ...call])).toEqual(call);
    })); // prettier-ignore
  });

  it('only ever skips turns that are the same as stored ones', () => {
    fc.assert(fc.property(letters, letters, (stored, call) => {
      const known = again(call, stored);
      expect(known).toEqual(call.slice(0, known.length));
      expect(known.length).toBeLessThanOrEqual(stored.length);
    })); // prettier-ignore
  });

  it('recognises a conversation that is sent again from its beginning and has grown', () => {
    expect(again(['a', 'b', 'c'], ['a', 'b'])).toEqual(['a', 'b']);
  });

  it('does not take a greeting for the beginning of the same conversation', () => {
    expect(again(['hi'], ['hi', 'bye'])).toEqual([]);
  });
});

describe('turns without id or time beside turns with one', () => {
  const names = fc.array(fc.option(fc.constantFrom('a', 'b', 'c', 'd'), { nil: null }), {
    minLength: 1,
    maxLength: 10,
  });

  it('are all recognised when the call is sent again and at least one turn has an id', () => {
    fc.assert(
      fc.property(names, fc.nat(5), (ids, before) => {
        const call = ids.map((id, index) =>
          turn(index % 3 === 0 ? 'yes' : `words ${index % 4}`, {
            clientTurnId: id === null ? null : `${id}${index}`,
          }),
        );
        fc.pre(ids.some((id) => id !== null));
        const planned = planTurns(call);
        const stored = planned.map(({ position, contentHash }) => ({
          id: String(position),
          seq: before + position + 1,
          hash: contentHash,
        }));
        const known = new Map(
          planned.flatMap(({ position, identity }) => {
            const same = stored[position];
            return identity === null || same === undefined ? [] : [[position, same] as const];
          }),
        );
        const all = withKnownNeighbours(planned, known, new Map(stored.map((one) => [one.seq, one])));
        expect([...all].sort(([a], [b]) => a - b)).toEqual([...stored.entries()]);
      }),
    );
  });

  it('are new when other words stand at their place', () => {
    const planned = planTurns([turn('a', { clientTurnId: '1' }), turn('something new')]);
    const first = { id: 'x', seq: 7, hash: planned[0]?.contentHash ?? '' };
    const next = { id: 'y', seq: 8, hash: 'other words' };
    const all = withKnownNeighbours(
      planned,
      new Map([[0, first]]),
      new Map([
        [7, first],
        [8, next],
      ]),
    );
    expect([...all.keys()]).toEqual([0]);
  });
});
