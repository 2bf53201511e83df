import { finding, type Finding } from '../finding';
import { excerptAt } from './excerpt';
import type { Source } from './source';

export interface FoundSecret {
  readonly kind: string;
  /** Offsets (UTF-16) into the text that was searched. */
  readonly start: number;
  readonly end: number;
}

/** Finds the secrets of a text, in order and without overlaps. */
export type MaskSecrets = (text: string) => { readonly found: readonly FoundSecret[] };

/** Embedded pictures and the like are found by the same search, and are no secret. */
const MEDIA = 'media';
/** Known by the name in front of them, not by their own form: one in several is an example. */
const GUESSED = /password|assigned|header/;
const SHOWN = 50;

export function checkSecrets(source: Source, secrets: readonly FoundSecret[]): Finding[] {
  return secrets
    .filter(({ kind }) => kind !== MEDIA)
    .slice(0, SHOWN)
    .map((secret) =>
      finding({
        rule: 'secret',
        severity: isGuessed(secret.kind) ? 'warn' : 'error',
        path: source.path,
        line: source.lines.lineAt(secret.start),
        message: `Holds what looks like a secret (${secret.kind.replaceAll('_', ' ')}). Take it out, and change it where it is used.`,
        excerpt: excerptAt(source, secret),
      }),
    );
}

function isGuessed(kind: string): boolean {
  return GUESSED.test(kind);
}
