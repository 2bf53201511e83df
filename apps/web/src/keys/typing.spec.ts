import { isCommand, nameOfPress, type Press } from './typing';

const press = (change: Partial<Press>): Press => ({
  key: 'j',
  metaKey: false,
  ctrlKey: false,
  altKey: false,
  isComposing: false,
  keyCode: 74,
  ...change,
});

describe('a key press', () => {
  it('is named by its letter, with mod for ⌘ and Ctrl alike', () => {
    expect(nameOfPress(press({}))).toBe('j');
    expect(nameOfPress(press({ key: 'K', metaKey: true }))).toBe('mod+k');
    expect(nameOfPress(press({ key: 'k', ctrlKey: true }))).toBe('mod+k');
    expect(nameOfPress(press({ key: 'Enter' }))).toBe('Enter');
  });

  it('is text, not a command, while an input method composes', () => {
    expect(nameOfPress(press({ isComposing: true }))).toBeNull();
    expect(nameOfPress(press({ keyCode: 229 }))).toBeNull();
  });

  it('is a command inside a field only with ⌘ or Ctrl', () => {
    expect([isCommand('j', true), isCommand('j', false), isCommand('mod+k', true)]).toEqual([
      false,
      true,
      true,
    ]);
  });
});
