const CHARACTERS = 48;

/** A space's name as it stands in addresses: letters and digits of any script, joined by hyphens. */
export function slugOf(name: string): string {
  const words =
    name
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return Array.from(words.join('-')).slice(0, CHARACTERS).join('').replace(/-+$/, '') || 'space';
}

/** The nth choice when earlier ones are taken: `team`, `team-2`, `team-3`. */
export function slugChoice(name: string, choice: number): string {
  return choice === 1 ? slugOf(name) : `${slugOf(name)}-${choice}`;
}
