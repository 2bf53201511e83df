/** What a key press needs to tell about itself. */
export interface Press {
  key: string;
  metaKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  isComposing: boolean;
  keyCode: number;
}

const COMPOSING = 229;

/**
 * The name under which a shortcut is bound: `j`, `?`, `mod+k`. Null while an input method composes (its letters are
 * text, not commands) and for chords that belong to the browser.
 */
export function nameOfPress(press: Press): string | null {
  if (press.isComposing || press.keyCode === COMPOSING || press.altKey) return null;
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  return press.metaKey || press.ctrlKey ? `mod+${key}` : key;
}

/** Single keys are commands only outside of fields; a chord with ⌘ or Ctrl works everywhere. */
export function isCommand(name: string, inField: boolean): boolean {
  return name.startsWith('mod+') || !inField;
}
