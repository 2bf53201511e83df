/** Share of the character pairs of `part` that are also in `whole`. */
export function overlap(part: string, whole: string): number {
  const pairs = [...part].slice(1).map((character, index) => `${[...part][index]}${character}`);
  return pairs.length === 0 ? 0 : pairs.filter((pair) => whole.includes(pair)).length / pairs.length;
}
