import { unshownCharacter, withoutUnshown } from './unshown';

const tags = (text: string): string =>
  Array.from(text, (char) => String.fromCodePoint(0xe0000 + (char.codePointAt(0) ?? 0))).join('');

describe('unshownCharacter', () => {
  it.each([
    ['a\0b', 'U+0000'],
    ['\u001b[31mred', 'U+001B'],
    ['ring\u0007', 'U+0007'],
    ['c1\u009b', 'U+009B'],
    ['safe\u202Egpj.exe', 'U+202E'],
    ['a\u2066b', 'U+2066'],
    ['half \ud83d', 'U+D83D'],
    [`say ${tags('hi')}`, 'U+E0068'],
  ])('names the one in %j', (text, name) => {
    expect(unshownCharacter(text)).toBe(name);
  });

  it.each([
    'two\r\nlines\tand a tab',
    '👩‍💻 ⚠️ 👍🏽',
    `flag \u{1f3f4}${tags('gbsct')}\u{e007f}!`,
    'مرحبا\u200f!',
    'क्‍ष',
    '研究 𠮷',
    '',
  ])('finds none in %j', (text) => {
    expect(unshownCharacter(text)).toBeNull();
  });
});

describe('withoutUnshown', () => {
  it('takes all of them out and leaves the rest as it was', () => {
    const flag = `\u{1f3f4}${tags('gbsct')}\u{e007f}`;
    expect(withoutUnshown(`a\u001b[31m\u202eb\0${tags('hi')} ${flag}\n\ud83d`)).toBe(`a[31mb ${flag}\n`);
  });
});
