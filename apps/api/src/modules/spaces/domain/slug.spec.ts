import fc from 'fast-check';
import { slugChoice, slugOf } from './slug';

describe('the address of a space', () => {
  it.each([
    ['Platform Team', 'platform-team'],
    ['平台 团队', '平台-团队'],
    ['  ¡Hola!  ', 'hola'],
    ['🚀', 'space'],
    ['', 'space'],
  ])('of %j is %j', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  it('never holds what an address could stumble over', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) =>
        /^[\p{L}\p{N}]+(-[\p{L}\p{N}]+)*$/u.test(slugOf(name)),
      ),
    );
  });

  it('gives further choices when one is taken', () => {
    expect([1, 2, 3].map((choice) => slugChoice('Team', choice))).toEqual(['team', 'team-2', 'team-3']);
  });
});
