import { readFileSync } from 'node:fs';
import { SCRIPTS, type Script } from './scripts';
import { ASSETS } from '../assets';

/**
 * Version of the language means. What is stored *centred* (an external vector index) carries it in its name; a change of
 * `language-means.json` needs a new one.
 */
export const MEANS_VERSION = 'e5-small-means-1';

export type LanguageMeans = Readonly<Record<Script, Float32Array>>;

let loaded: LanguageMeans | undefined;

/** Constants that ship with the model. They never follow the store: rows that a person may not read would shape their order. */
export function languageMeans(): LanguageMeans {
  loaded ??= readMeans(ASSETS.means);
  return loaded;
}

function readMeans(path: string): LanguageMeans {
  const file: { means: Record<Script, number[]> } = JSON.parse(readFileSync(path, 'utf8'));
  const entries = SCRIPTS.map((script) => [script, Float32Array.from(file.means[script])] as const);
  const means = Object.fromEntries(entries);
  return {
    latin: part(means, 'latin'),
    han: part(means, 'han'),
    kana: part(means, 'kana'),
    hangul: part(means, 'hangul'),
  };
}

function part(means: Record<string, Float32Array>, script: Script): Float32Array {
  const mean = means[script];
  if (mean === undefined) throw new Error(`language-means.json has no mean for ${script}.`);
  return mean;
}
