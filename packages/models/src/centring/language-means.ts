import { readFileSync } from 'node:fs';
import { DomainError } from '@memory-hub/contracts';
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
  const file: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (!isMeansFile(file)) {
    throw new DomainError('CONFIG_INVALID', 'The language means of the bundled embedder are damaged.', {
      hint: 'Restore packages/models/assets from the release, then start again.',
    });
  }
  const { latin, han, kana, hangul } = file.means;
  return {
    latin: Float32Array.from(latin),
    han: Float32Array.from(han),
    kana: Float32Array.from(kana),
    hangul: Float32Array.from(hangul),
  };
}

interface MeansFile {
  readonly dimensions: number;
  readonly means: Readonly<Record<Script, readonly number[]>>;
}

function isMeansFile(file: unknown): file is MeansFile {
  if (!isRecord(file) || !isRecord(file.means)) return false;
  const { dimensions, means } = file;
  return SCRIPTS.every((script) => {
    const mean = means[script];
    return Array.isArray(mean) && mean.length === dimensions && mean.every(Number.isFinite);
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
