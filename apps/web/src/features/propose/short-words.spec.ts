import { startOf } from './short-words';

describe('the start of a long text', () => {
  it('ends with a whole word and a mark', () => {
    const cut = 'We always deploy on Tuesdays after the smoke test has passed and someone has read th';
    expect(startOf(cut.slice(0, 80))).toBe(
      'We always deploy on Tuesdays after the smoke test has passed and someone has…',
    );
  });

  it('is marked in a script without spaces, too, and never parts a character', () => {
    expect(startOf('记'.repeat(90))).toBe(`${'记'.repeat(80)}…`);
    expect(startOf('😀'.repeat(90))).toBe(`${'😀'.repeat(80)}…`);
  });

  it('is not needed for a text that is all there', () => {
    expect(startOf('I prefer tea to coffee in the morning.')).toBeNull();
  });
});
