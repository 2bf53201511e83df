interface Named {
  path: string;
  text: string | null;
}

const HEADING = /^## (card_[0-9a-f]{32})\s*$/gm;

/** Ids of the cards that a chat memory was made of, in the order of its files. */
export function cardsIn(files: readonly Named[]): string[] {
  const ids = files
    .filter(({ path }) => path.startsWith('scenes/'))
    .flatMap(({ text }) => [...(text ?? '').matchAll(HEADING)].map(([, id]) => id))
    .filter((id) => id !== undefined);
  return [...new Set(ids)];
}
