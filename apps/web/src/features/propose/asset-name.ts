const LONGEST = 64;

/** A name for an asset from its title: small letters, digits and hyphens. Chinese has none; then a dated one. */
export function nameFrom(title: string, today: Date): string {
  const plain = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, LONGEST)
    .replace(/-+$/, '');
  return plain.length >= 3 ? plain : `memory-${today.toISOString().slice(0, 10)}`;
}
