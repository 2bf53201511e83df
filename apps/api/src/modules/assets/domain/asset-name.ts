import { cutAtGrapheme, invalidInput } from '@memory-hub/contracts';

const NAME = /^[\p{Ll}\p{Lo}\p{M}\p{N}][\p{Ll}\p{Lo}\p{M}\p{N}_-]{0,63}$/u;
const CHARACTERS = 64;

/** The name of an asset, by which people tell it from others of its kind in its space. Letters of any script count. */
export function readAssetName(name: string): string {
  if (NAME.test(name) && name === name.normalize('NFKC')) return name;
  const near = nearestName(name);
  throw invalidInput(
    ['name'],
    `A name has 1 to ${CHARACTERS} lower-case letters or digits of any script, joined by hyphens.`,
    near === '' ? 'Use letters or digits of any script.' : `For example: ${near}`,
  );
}

function nearestName(name: string): string {
  const words =
    cutAtGrapheme(name, 500)
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return Array.from(words.join('-')).slice(0, CHARACTERS).join('').replace(/-+$/, '');
}
