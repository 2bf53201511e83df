import { digestOf } from '@memory-hub/contracts';
import fc from 'fast-check';
import type { StoredFile } from './asset-kind';
import { rebase } from './rebase';

const tree = (files: Readonly<Record<string, string>>): StoredFile[] =>
  Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text), digest: digestOf(text) }));
const texts = (files: readonly { path: string; bytes: Uint8Array }[]): Record<string, string> =>
  Object.fromEntries(files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]));

describe('rebase', () => {
  it('takes changes, additions and removals of both sides that touch different files', () => {
    const base = tree({ kept: '1', theirs: '1', mine: '1', goneThere: '1', goneHere: '1' });
    const live = tree({ kept: '1', theirs: '2', mine: '1', goneHere: '1', newThere: '3' });
    const mine = tree({ kept: '1', theirs: '1', mine: '4', goneThere: '1', newHere: '5' });
    const result = rebase({ base, live, mine });
    expect('files' in result && texts(result.files)).toEqual({
      kept: '1',
      theirs: '2',
      mine: '4',
      newThere: '3',
      newHere: '5',
    });
  });

  it.each([
    ['changed by both', { a: '1' }, { a: '2' }, { a: '3' }],
    ['changed there and removed here', { a: '1', b: '1' }, { a: '2', b: '1' }, { b: '1' }],
    ['added by both', {}, { a: '2' }, { a: '3' }],
  ])('names a file that was %s', (_how, base, live, mine) => {
    expect(rebase({ base: tree(base), live: tree(live), mine: tree(mine) })).toEqual({ conflicts: ['a'] });
  });

  it('finds no conflict where both sides say the same', () => {
    const result = rebase({ base: tree({ a: '1' }), live: tree({ a: '2' }), mine: tree({ a: '2' }) });
    expect('files' in result && texts(result.files)).toEqual({ a: '2' });
  });

  it('changes nothing when one side did nothing', () => {
    const files = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd/e'), fc.constantFrom('1', '2', '3'), {
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(files, files, (base, other) => {
        const onto = rebase({ base: tree(base), live: tree(other), mine: tree(base) });
        const alone = rebase({ base: tree(base), live: tree(base), mine: tree(other) });
        expect('files' in onto && texts(onto.files)).toEqual(other);
        expect('files' in alone && texts(alone.files)).toEqual(other);
      }),
    );
  });
});
