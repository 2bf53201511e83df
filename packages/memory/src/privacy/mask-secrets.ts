import { findAssigned } from './find-assigned';
import { findKeys, findMedia } from './find-keys';
import { findTold } from './find-told';
import type { FoundSecret, SecretKind } from './secret-kinds';

/** A masked place: offsets into the searched text, and into the masked one. */
export interface MaskedSecret extends FoundSecret {
  readonly maskedStart: number;
  readonly maskedEnd: number;
}

export interface MaskedText {
  readonly text: string;
  /** In order of place, without overlaps. Names the kind, never the secret. */
  readonly found: readonly MaskedSecret[];
}

/** Secrets and base64 media of a text, in order, without overlaps. Time is linear in the text. */
export function findSecrets(text: string): FoundSecret[] {
  const all = [...findMedia(text), ...findKeys(text), ...findAssigned(text), ...findTold(text)];
  const sorted = all.sort((a, b) => a.start - b.start || b.end - a.end);
  const kept: FoundSecret[] = [];
  for (const secret of sorted) {
    const last = kept.at(-1);
    if (!last || secret.start >= last.end) kept.push(secret);
    else if (secret.end > last.end) kept[kept.length - 1] = { ...last, end: secret.end };
  }
  return kept.filter((secret) => secret.end > secret.start);
}

/**
 * The text with every secret replaced by `[masked: kind]` and media by `[media]`. Masking twice changes nothing.
 * `storedOffset` maps a place of the masked text back.
 */
export function maskSecrets(text: string): MaskedText {
  const found: MaskedSecret[] = [];
  let masked = '';
  let from = 0;
  for (const secret of findSecrets(text)) {
    masked += text.slice(from, secret.start);
    const maskedStart = masked.length;
    masked += secretMark(secret.kind);
    found.push({ ...secret, maskedStart, maskedEnd: masked.length });
    from = secret.end;
  }
  return { text: masked + text.slice(from), found };
}

export function secretMark(kind: SecretKind): string {
  return kind === 'media' ? '[media]' : `[masked: ${kind}]`;
}

/** The offset in the original text of an offset in the masked one; inside a mark it is the secret's start. */
export function storedOffset(masked: MaskedText, offset: number): number {
  let shift = 0;
  for (const secret of masked.found) {
    if (offset < secret.maskedStart) break;
    if (offset < secret.maskedEnd) return secret.start;
    shift = secret.end - secret.maskedEnd;
  }
  return offset + shift;
}
