import { createHash } from 'node:crypto';

/** An audit entry with every column as text, in a fixed form, so that its hash never depends on a driver. */
export interface SealableEntry {
  readonly id: string;
  readonly orgId: string;
  readonly spaceId: string | null;
  readonly actorKind: string;
  readonly actorId: string;
  readonly keyId: string | null;
  readonly address: string;
  readonly action: string;
  readonly targetType: string;
  readonly targetId: string;
  readonly details: string;
  readonly outcome: string;
  readonly requestId: string;
  readonly createdAt: string;
}

export interface Seal {
  /** 1 for the first; no number is left out. */
  readonly no: number;
  readonly entryId: string;
  readonly prevHash: Buffer;
  readonly hash: Buffer;
}

/** What the first seal follows. */
export const ORIGIN: Pick<Seal, 'no' | 'hash'> = { no: 0, hash: Buffer.alloc(32) };

/** SHA-256 of the number, the hash before it and all columns of the entry. */
export function hashOf(no: number, prevHash: Buffer, entry: SealableEntry): Buffer {
  return createHash('sha256')
    .update(prevHash)
    .update(JSON.stringify([no, ...columnsOf(entry)]), 'utf8')
    .digest();
}

/** Seals that follow `last` for these entries, in their order. */
export function sealAll(last: Pick<Seal, 'no' | 'hash'>, entries: readonly SealableEntry[]): Seal[] {
  const seals: Seal[] = [];
  let { no, hash } = last;
  for (const entry of entries) {
    const prevHash = hash;
    no += 1;
    hash = hashOf(no, prevHash, entry);
    seals.push({ no, entryId: entry.id, prevHash, hash });
  }
  return seals;
}

export interface SealedEntry {
  readonly seal: Seal;
  /** Null when the entry is gone. */
  readonly entry: SealableEntry | null;
}

/** Why the chain does not hold at this seal; null when it does. */
export function faultOf(last: Pick<Seal, 'no' | 'hash'>, { seal, entry }: SealedEntry): string | null {
  if (seal.no !== last.no + 1) return `seal ${last.no + 1} is missing`;
  if (!seal.prevHash.equals(last.hash)) return `seal ${seal.no} does not follow the one before it`;
  if (entry === null) return `the entry of seal ${seal.no} is missing`;
  if (!seal.hash.equals(hashOf(seal.no, seal.prevHash, entry)))
    return `the entry of seal ${seal.no} was changed`;
  return null;
}

function columnsOf(entry: SealableEntry): readonly (string | null)[] {
  return [
    entry.id, entry.orgId, entry.spaceId, entry.actorKind, entry.actorId, entry.keyId, entry.address, entry.action,
    entry.targetType, entry.targetId, entry.details, entry.outcome, entry.requestId, entry.createdAt,
  ]; // prettier-ignore
}
