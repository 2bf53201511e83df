import { faultOf, ORIGIN, sealAll, type SealableEntry, type SealedEntry } from './chain';

const entry = (id: string, change: Partial<SealableEntry> = {}): SealableEntry => ({
  id, orgId: 'o', spaceId: null, actorKind: 'user', actorId: 'u', keyId: null, address: '127.0.0.1', action: 'asset.publish',
  targetType: 'asset', targetId: 'a', details: '{}', outcome: 'allowed', requestId: 'r', createdAt: '2026-11-30T08:00:00.000000Z', ...change,
}); // prettier-ignore

function chain(entries: readonly SealableEntry[]): SealedEntry[] {
  return sealAll(ORIGIN, entries).map((seal, index) => ({ seal, entry: entries[index] ?? null }));
}

function firstFault(sealed: readonly SealedEntry[]): string | null {
  let last = ORIGIN;
  for (const one of sealed) {
    const fault = faultOf(last, one);
    if (fault !== null) return fault;
    last = one.seal;
  }
  return null;
}

describe('the audit chain', () => {
  const entries = [entry('1'), entry('2'), entry('3')];

  it('holds as it was sealed, in one go or in several', () => {
    expect(firstFault(chain(entries))).toBeNull();
    const first = sealAll(ORIGIN, entries.slice(0, 1));
    const rest = sealAll(first[0] ?? ORIGIN, entries.slice(1));
    expect([...first, ...rest]).toEqual(sealAll(ORIGIN, entries));
  });

  it.each(Object.keys(entry('x')) as (keyof SealableEntry)[])('breaks when somebody changes %s', (column) => {
    const sealed = chain(entries).map((one, index) =>
      index === 1 ? { ...one, entry: entry('2', { [column]: 'other' }) } : one,
    );
    expect(firstFault(sealed)).toBe('the entry of seal 2 was changed');
  });

  it('breaks when an entry is taken out, alone or with its seal', () => {
    const sealed = chain(entries);
    expect(firstFault(sealed.map((one, index) => (index === 1 ? { ...one, entry: null } : one)))).toBe(
      'the entry of seal 2 is missing',
    );
    expect(firstFault(sealed.filter((_, index) => index !== 1))).toBe('seal 2 is missing');
  });

  it('breaks when entries change places', () => {
    const [a, b, c] = chain(entries);
    if (a === undefined || b === undefined || c === undefined) throw new Error('three were sealed');
    expect(firstFault([{ ...a, entry: b.entry }, { ...b, entry: a.entry }, c])).toBe(
      'the entry of seal 1 was changed',
    );
  });
});
